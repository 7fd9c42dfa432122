/** One report, from a body whose shape has been checked to the bytes of its answer. */
import type { AnswerDetail, Wanted } from "../service/fed-standings.ts";
import type { HttpContext } from "./context.ts";
import { JsonBytes } from "./json-bytes.ts";
import { problemOf } from "./problem.ts";
import { type ReportFrame, readReport } from "./report-input.ts";
import type { ReportInput, SubmitQuery } from "./schemas.ts";
import { problemOfOutcome, statusOf, type Taken, writeAnswer } from "./submit-answer.ts";

export interface SubmitAnswered {
  readonly status: 200 | 202;
  /** JSON in UTF-8, a character a byte. */
  readonly body: string;
}

/** Answers are written in one step each, so that all can share the memory. */
const out = new JsonBytes();

/** Submits a report; throws the Problem that it ends with. */
export async function submitOne(
  context: HttpContext,
  input: ReportInput,
  frame: ReportFrame,
  wanted: Wanted,
): Promise<SubmitAnswered> {
  const report = readReport(input, frame);
  if (!report.ok) throw problemOf(report.refusal);
  const [outcome] = await context.submitter.submit([report.value], wanted);
  const problem = problemOfOutcome(outcome!);
  if (problem !== null) throw problem;
  const taken = outcome as Taken;
  writeAnswer(out, taken, wanted);
  return { status: statusOf(taken), body: out.takeLatin1() };
}

/** What a query asks for; `otherwise` where it does not say how much of the standings. */
export function wantedOf({ answer, include }: SubmitQuery, otherwise: AnswerDetail): Wanted {
  return { answer: answer ?? otherwise, scopes: include === "scopes" };
}
