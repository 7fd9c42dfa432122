/** Rows under a head, in columns. */
export interface TableColumn {
  readonly head: string;
  /** Numbers stand right. */
  readonly right?: boolean;
}

export function table(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string[] {
  const lines = [columns.map((column) => column.head), ...rows];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => lengthOf(line[i]!))));
  return lines.map((line) =>
    line
      .map((cell, i) => {
        const space = " ".repeat(widths[i]! - lengthOf(cell));
        return columns[i]!.right === true ? space + cell : cell + space;
      })
      .join("  ")
      .trimEnd(),
  );
}

/** Characters, not UTF-16 units: near enough to the place that a text takes. */
function lengthOf(text: string): number {
  return [...text].length;
}
