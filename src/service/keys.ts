/** Keys: who may do what. Secrets are shown once and kept as hashes. */
import { createHash, randomBytes } from "node:crypto";
import type { KeyRecord, Right } from "../core/record.ts";
import type { Context } from "./context.ts";

/** What a caller may do. */
export interface Access {
  /** Id of the key. */
  readonly id: string;
  readonly rights: readonly Right[];
  /** Ids of the boards it is bound to; null for all. */
  readonly boards: readonly string[] | null;
}

export interface MadeKey {
  readonly key: KeyRecord;
  /** The secret itself: only its hash is kept. */
  readonly secret: string;
}

/** Makes a key. `boards` are the ids of those it is bound to, null for all; `by` is the id of the key that asks. */
export async function makeKey(
  context: Context,
  name: string,
  rights: readonly Right[],
  boards: readonly string[] | null,
  by: string,
): Promise<MadeKey> {
  const secret = `laurel_${randomBytes(24).toString("base64url")}`;
  const id = `key_${randomBytes(9).toString("base64url")}`;
  const hash = secretHash(secret);
  const key: KeyRecord = { kind: "key", id, name, hash, rights, boards, at: context.clock.now(), by };
  await context.ledger.transact([], () => ({ records: [key], standings: [], result: null }));
  return { key, secret };
}

/** Revokes a key; false if there is none with this id. */
export async function revokeKey(context: Context, id: string, by: string): Promise<boolean> {
  const at = context.clock.now();
  const { result } = await context.ledger.transact<boolean>([], (known) => {
    if (known.catalogue.key(id) === undefined) return { records: [], standings: [], result: false };
    return { records: [{ kind: "key-revoke", id, at, by }], standings: [], result: true };
  });
  return result;
}

/**
 * The access that a secret gives, null for an unknown one. It is looked up by its hash: how long that takes
 * says nothing about a secret that is nearly right.
 */
export function accessOf(context: Context, secret: string): Access | null {
  return context.ledger.catalogue.keyByHash(secretHash(secret)) ?? null;
}

/** Whether any key can administer the service. */
export function hasAdminKey(context: Context): boolean {
  for (const key of context.ledger.catalogue.keys())
    if (key.rights.includes("admin") && key.boards === null) return true;
  return false;
}

function secretHash(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
