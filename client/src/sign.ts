/** What is signed: a request as it goes over the wire. */
export interface Signed {
  readonly method: string;
  /** Path with its query, without what the client's own address adds in front. */
  readonly path: string;
  /** The body as it is sent; empty where there is none. */
  readonly body: string;
}

/**
 * The value of `Laurel-Signature`: `t=<unix seconds>,v1=<hex>`, where v1 is the HMAC-SHA256, under the key's signing
 * secret, of `{t}.{method}.{path and query}.{body}`. WebCrypto makes it, which browsers have on secure pages only.
 */
export async function sign(secret: string, request: Signed, nowMs: number): Promise<string> {
  const t = Math.floor(nowMs / 1_000);
  const text = `${t}.${request.method}.${request.path}.${request.body}`;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", utf8(secret), algorithm, false, ["sign"]);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8(text)));
  return `t=${t},v1=${Array.from(mac, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
