/** The `error` queries: what is refused, how it is refused, and that nothing of it stays. */
import { expect } from "vitest";
import type { Right } from "../../src/core/record.ts";
import type { Answer } from "../support/service.ts";
import type { CaseEvent, Expectation } from "./case-file.ts";
import { kindOf, reportOf, withRawScore } from "./case-file.ts";
import { isDecimal } from "./decimal.ts";
import { instantOf, type Stage } from "./stage.ts";

type Args = Expectation["args"];

/** The largest body of a single report, by the API. */
const reportBytesMax = 16 * 1024;

/** What the words of a result ask for. */
interface Refused {
  readonly statuses: readonly number[];
  readonly codes: readonly string[];
}

/** Sends what `args` describes; it must be refused as `result` says, and the board must be as before. */
export async function expectRefusal(stage: Stage, args: Args, result: unknown): Promise<void> {
  const words = String(result);
  const before = await everythingOn(stage);
  const [shape] = Object.keys(args);
  if (shape === "submitEachPlayer") return submitEachPlayer(stage, args.submitEachPlayer as string[]);
  for (const { answer, taken } of await sendAll(stage, args, words)) {
    if (taken && answer.status === 200) continue;
    expectRefused(answer, refusedBy(words));
    expect(await everythingOn(stage)).toEqual(before);
  }
  expect((await stage.service.call("GET", "/livez", undefined, { key: null })).status).toBe(200);
}

/** An answer, and whether the case leaves it open that it is taken. */
interface Sent {
  readonly answer: Answer;
  readonly taken?: boolean;
}

async function sendAll(stage: Stage, args: Args, words: string): Promise<Sent[]> {
  const { submit, submitEachScore, body, submitWithout, submitWith, readWith } = args;
  if (submit !== undefined) return submitBothForms(stage, submit as CaseEvent, words);
  if (submitEachScore !== undefined) {
    const sent: Sent[] = [];
    for (const score of submitEachScore as string[])
      sent.push({ answer: await stage.send({ player: "refused", match: "refused", score }) });
    return sent;
  }
  if (body !== undefined) return [await sendBody(stage, body as string, words)];
  if (submitWithout !== undefined) return [{ answer: await submitWithKey(stage, null) }];
  if (submitWith !== undefined)
    return [{ answer: await submitWithKey(stage, await keyFor(stage, submitWith as string)) }];
  if (readWith !== undefined) {
    const key = await keyFor(stage, readWith as string);
    return [{ answer: await stage.service.call("GET", stage.path("top"), undefined, { key }) }];
  }
  return [{ answer: await readRefused(stage, args) }];
}

/** As it stands, and with a text score as an unquoted number. */
async function submitBothForms(stage: Stage, event: CaseEvent, words: string): Promise<Sent[]> {
  const at = instantOf(event);
  if (event.sentAt !== undefined) stage.reach(event.sentAt);
  else if (at !== null && !words.includes("future")) stage.reach(at);
  const report = reportOf(event);
  const sent: Sent[] = [{ answer: await stage.post("scores", withRawScore(report, event.raw)) }];
  if (typeof event.score === "string" && isDecimal(event.score))
    sent.push({ answer: await stage.post("scores", withRawScore(report, event.score)) });
  return sent;
}

/** Ids that semantics.md allows are taken, and are members from there on; all others are refused. */
async function submitEachPlayer(stage: Stage, players: readonly string[]): Promise<void> {
  for (const [i, player] of players.entries()) {
    const before = await everythingOn(stage);
    const answer = await stage.send({ player, match: `each-${i}`, score: 1 });
    if (isLegalId(player)) {
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect(answer.body.playerId).toBe(player);
      stage.membersBeyond += 1;
    } else {
      expectRefused(answer, { statuses: [400], codes: [] });
      expect(await everythingOn(stage)).toEqual(before);
    }
  }
}

/** semantics.md, "Identity and retries": 1 to 128 bytes of well-formed UTF-8, no control characters. */
function isLegalId(id: string): boolean {
  return id.isWellFormed() && !/[\x00-\x1f\x7f-\x9f]/.test(id) && id !== "" && Buffer.byteLength(id) <= 128;
}

/**
 * Bodies as they stand, or as their words describe them; the cases' field names become the API's. A report has
 * at most 16 KiB, and size is looked at before form: a longer body that is to be refused for its form goes to the
 * address for batches, which takes it, after a report's own address has refused its size.
 */
async function sendBody(stage: Stage, described: string, words: string): Promise<Sent> {
  const body = bodyOf(described);
  const { statuses } = refusedBy(words);
  const single = await stage.post("scores", body);
  if (body.length > reportBytesMax && !statuses.includes(413)) {
    expectRefused(single, { statuses: [413], codes: [] });
    return { answer: await stage.post("scores/batch", body) };
  }
  // Where a field is named twice, the last counts: that is documented, as it is what JSON.parse does.
  const taken = words.includes("or the documented") && single.status === 200;
  if (taken) expect(single.body.playerId).toBe(JSON.parse(body).playerId);
  return { answer: single, taken };
}

/** "20 MB", "[[[[... 100,000 deep" (never closed), or the body itself. */
function bodyOf(described: string): string {
  const megabytes = /^(\d+) MB$/.exec(described);
  if (megabytes !== null) return JSON.stringify("x".repeat(Number(megabytes[1]) * 1_000_000));
  const deep = /^(\[|\{).*\.\.\. ([\d,]+) deep$/.exec(described);
  if (deep === null)
    return described.replaceAll('"player":', '"playerId":').replaceAll('"match":', '"matchId":');
  return (deep[1] === "[" ? "[" : '{"a":').repeat(Number(deep[2]!.replaceAll(",", "")));
}

async function submitWithKey(stage: Stage, key: string | null): Promise<Answer> {
  const body = reportOf({ player: "intruder", match: "m", score: 1 });
  return stage.service.call("POST", stage.path("scores"), body, { key });
}

/** A key as the words describe it; null for none. */
export async function keyFor(stage: Stage, words: string): Promise<string | null> {
  if (/no key|no credentials/.test(words)) return null;
  if (/wrong|unknown|invalid/.test(words)) return "no-such-secret-0123456789";
  const elsewhere = /another/.test(words);
  const right: Right = /read/.test(words) ? "read" : /review/.test(words) ? "review" : "submit";
  const boards = elsewhere ? [await stage.define(`${stage.board} elsewhere ${words}`)] : null;
  const made = await stage.service.call("POST", "/v1/admin/keys", { name: words, rights: [right], boards });
  expect(made.status).toBe(201);
  if (/revoked|expired/.test(words))
    await stage.service.call("DELETE", `/v1/admin/keys?id=${encodeURIComponent(made.body.id)}`);
  return made.body.secret;
}

/** A read that must be refused: `{ "top": { "limit": 0 } }`, and so on. */
async function readRefused(stage: Stage, args: Args): Promise<Answer> {
  const [[query, given]] = Object.entries(args) as [[string, Record<string, unknown>]];
  const { player, radius, period, ...rest } = given;
  const parts: Record<string, string> = { top: "top", rank: "player/rank", window: "player/window" };
  const part = parts[query];
  if (part === undefined) throw new Error(`no such error query: ${JSON.stringify(args)}`);
  return stage.read(part, {
    id: player,
    above: radius,
    below: radius,
    period: kindOf(period) ?? period,
    ...rest,
  });
}

const codesByWords: readonly (readonly [words: RegExp, codes: readonly string[]])[] = [
  [/out of range/, ["score_out_of_range", "total_out_of_range"]],
  [/decimals/, ["too_many_decimals"]],
  [/conflict/, ["match_conflict"]],
  [/future/, ["achieved_at_in_future"]],
  [/too old/, ["achieved_at_too_old"]],
  [/too late/, ["period_closed"]],
];

function refusedBy(words: string): Refused {
  const named = /\bcode (\w+)/.exec(words);
  const statuses = [...words.matchAll(/\b[45]\d\d\b/g)].map(([status]) => Number(status));
  if (named !== null) return { statuses, codes: [named[1]!] };
  return { statuses, codes: codesByWords.find(([pattern]) => pattern.test(words))?.[1] ?? [] };
}

/** A refusal is a problem document with a status of the caller's fault. */
export function expectRefused({ status, headers, body }: Answer, { statuses, codes }: Refused): void {
  const told = JSON.stringify(body);
  expect(status, told).toBeGreaterThanOrEqual(400);
  expect(status, told).toBeLessThan(500);
  if (statuses.length > 0) expect(statuses, told).toContain(status);
  if (codes.length > 0) expect(codes, told).toContain(body.code);
  expect(headers.get("content-type")).toContain("application/problem+json");
  expect(body).toMatchObject({ status, code: expect.any(String), detail: expect.any(String) });
}

/** What a board holds: its periods, and the top of each. */
async function everythingOn(stage: Stage): Promise<unknown> {
  const { periods } = await stage.answered("periods");
  const tops: unknown[] = [];
  for (const { period } of periods) {
    const { asOf: _asOf, ...top } = await stage.answered("top", { period, limit: 1000 });
    tops.push(top);
  }
  return { periods, tops };
}
