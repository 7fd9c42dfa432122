/** Ends a command with a message that a person can act on. Exit code 2: it was called wrongly. */
export class CliFault extends Error {
  readonly exitCode: 1 | 2;
  constructor(message: string, exitCode: 1 | 2) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Ends the command: what is wrong, why, and the next step. */
export function fail(message: string): never {
  throw new CliFault(message, 1);
}

/** Ends the command because of how it was called. */
export function failUsage(message: string): never {
  throw new CliFault(message, 2);
}
