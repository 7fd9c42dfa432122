/** What became of the rows. */
import type { Origin } from "./row.ts";

export interface Refused extends Origin {
  readonly code: string;
  readonly detail: string;
}

/** The first refusals that are kept, to be shown. */
const shownMax = 10;

export class Tally {
  applied = 0;
  duplicates = 0;
  held = 0;
  refused = 0;
  /** Reports without a matchId: running the import again would add them again. */
  withoutMatch = 0;
  readonly first: Refused[] = [];
  readonly byCode = new Map<string, number>();

  get rows(): number {
    return this.applied + this.duplicates + this.held + this.refused;
  }

  refuse({ file, line, code, detail }: Refused): void {
    this.refused += 1;
    this.byCode.set(code, (this.byCode.get(code) ?? 0) + 1);
    if (this.first.length < shownMax) this.first.push({ file, line, code, detail });
  }
}
