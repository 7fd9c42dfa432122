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

/** Secrets whose hash is kept at hand: those of the callers of late. */
const knownSecretsMax = 1_000;

/**
 * What each secret gives access to. Secrets are looked up by their hash: how long that takes says nothing about
 * a secret that is nearly right.
 */
export class Keyring {
  readonly #context: Context;
  readonly #configured: { readonly hash: string; readonly access: Access } | null;
  /** Secrets that gave access, with their hash: hashing costs more than the rest of a small request's checks. */
  readonly #hashes = new Map<string, string>();

  /** `adminKey` is a configured secret: it gives admin access while it is configured, and is stored nowhere. */
  constructor(context: Context, adminKey: string | null) {
    this.#context = context;
    const access: Access = { id: "LAUREL_ADMIN_KEY", rights: ["admin"], boards: null };
    this.#configured = adminKey === null ? null : { hash: secretHash(adminKey), access };
  }

  /** The access that a secret gives now, null for one that is unknown or was revoked. */
  accessOf(secret: string): Access | null {
    const known = this.#hashes.get(secret);
    const hash = known ?? secretHash(secret);
    const access =
      hash === this.#configured?.hash
        ? this.#configured.access
        : (this.#context.ledger.catalogue.keyByHash(hash) ?? null);
    if (known === undefined && access !== null) {
      if (this.#hashes.size >= knownSecretsMax) this.#hashes.clear();
      this.#hashes.set(secret, hash);
    }
    return access;
  }
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
