/** What can go wrong with a database, in the words of whoever has to act on it. */
import { DatabaseError } from "pg";

/** What stops a database from being used; the message says what to do. */
export class DatabaseFault extends Error {}

/**
 * What an error of a statement means for its transaction.
 * - `again`: it lost against another (40001, 40P01), or waited too long: the same again.
 * - `connection`: it is gone, and with it the transaction, unless that was committing.
 * - `refused`: the server does not take it now; nothing was taken.
 * - `poison`: this very group is what it fails by.
 */
export type ErrorKind = "again" | "connection" | "refused" | "poison";

export function kindOf(error: unknown): ErrorKind {
  const code = sqlState(error);
  if (code === null) return "connection";
  if (["40001", "40P01", "55P03", "57014"].includes(code)) return "again";
  // 57P0x: the server ends the connection or starts; 25P03: it ended an idle transaction; 53300: too many connections.
  if (code.startsWith("08") || code.startsWith("57P") || code === "25P03" || code === "53300")
    return "connection";
  if (code.startsWith("22") || code.startsWith("23")) return "poison";
  return "refused";
}

/** The five characters by which Postgres names an error; null where it is none of the server's. */
export function sqlState(error: unknown): string | null {
  return error instanceof DatabaseError ? (error.code ?? null) : null;
}

/** What to do about an error that ended a group. */
export function adviceFor(error: unknown): string {
  const code = sqlState(error);
  if (code === null || kindOf(error) === "connection")
    return `the database cannot be reached (${messageOf(error)}): check that it runs; writing goes on by itself`;
  if (code === "53100")
    return "the disk of the database is full: free some space; nothing was taken, and writing goes on by itself";
  if (code === "25006")
    return "the database is read-only: connect to the primary; nothing was taken, and writing goes on by itself";
  return `the database did not take it (${code}: ${messageOf(error)}); nothing was taken`;
}

export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
