import type { Context } from "./context.ts";

/** The metadata of events by their sequence: compact JSON, null for none. */
export async function metadataOf(
  context: Context,
  events: readonly number[],
): Promise<Map<number, string | null>> {
  const records = await context.ledger.events(events);
  return new Map(events.map((event) => [event, records.get(event)?.metadata ?? null]));
}
