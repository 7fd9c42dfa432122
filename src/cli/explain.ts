import type { LaurelError } from "laurel-client";

/** What went wrong between a command and the service, and the next step. */
export function explain(error: LaurelError): string {
  const { status, code, detail, requestId } = error;
  if (code === "unreachable")
    return `${detail}. Start the service with "laurel serve", or name its address with --url or LAUREL_URL`;
  if (code === "timeout")
    return `${detail}: the service is there but busy, or the network is slow; try again`;
  if (code === "unexpected_answer") return `${detail}. Is --url (LAUREL_URL) the address of Laurel?`;
  if (status === 0) return detail;
  if (status === 401) return `${detail} (401). Give a key with --key or LAUREL_KEY`;
  if (status === 403) return `${detail} (403). "laurel keys make" makes a key with the right it needs`;
  if (code === "unknown_board") return `${detail} (404). "laurel boards list" shows those that do`;
  if (status === 503) return `${detail} (503 ${code}). Try again in a moment; sending a report again is safe`;
  if (status >= 500)
    return `${detail} (${status} ${code}). The log of the service knows it as request ${requestId}`;
  return `${detail} (${status} ${code})`;
}
