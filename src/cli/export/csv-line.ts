/** One row of a CSV file: a field is quoted where a reader could take it for something else. */
export function csvLine(fields: readonly string[]): string {
  return fields.map(csvField).join(",");
}

function csvField(text: string): string {
  return /[",\r\n]|^\s|\s$|^$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
