/** What a client is made with, and what every call takes. */

export interface ClientOptions {
  /** Address of the service, such as `https://scores.example.com`; a path in it is kept. */
  readonly url: string;
  /** Sent as `Authorization: Bearer`; boards with public reads need none. */
  readonly key?: string | null;
  /** The signing secret of the key: everything but a GET is then signed. */
  readonly signingSecret?: string | null;
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** How long a call may take, with all its tries and the waits between them; 30 s where it is left out. */
  readonly timeoutMs?: number;
  /** How long a try may take that another can follow, answer included; 10 s where it is left out. */
  readonly tryTimeoutMs?: number;
  /** How often a call that may be sent again is, after its first try; 3 where it is left out. */
  readonly retries?: number;
}

/** What every call takes besides its own options. */
export interface CallOptions {
  /** Ends the call when it is aborted: the call then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** As for the client, for this call. */
  readonly timeoutMs?: number;
  /** As for the client, for this call. */
  readonly retries?: number;
}
