/**
 * The advisory locks, by their keys: 'L' 'A', then 48 bits. Keys below 2^47 are the lower bounds that transactions
 * on their way publish of their sequences: see laurel.draw() in migrations/0001-ledger.sql. Always transactions'
 * locks, never sessions', so that a pooler may share connections between transactions.
 */
const key = (low: bigint): string => ((19521n << 48n) + low).toString();

/** Shared by every group, exclusive for one that changes the catalogue: a close, a definition, a new period. */
export const catalogueLock = key(2n ** 48n - 2n);

/** Held while the schema is brought up to date, an epoch begins or a partition is made. */
export const migrateLock = key(2n ** 48n - 3n);
