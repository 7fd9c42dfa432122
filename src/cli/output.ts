/** Ends the command with an error that a person can act on. */
export function fail(message: string): never {
  process.stderr.write(`laurel: ${message}\n`);
  process.exit(1);
}
