/** The check without a service: the log is replayed as at a start, and folded anew beside it. */
import { FolderLedger } from "../../ledger/local/folder-ledger.ts";
import type { FolderLog } from "../../ledger/local/folder-log.ts";
import { Members } from "../../members/members.ts";
import { Players } from "../../members/players.ts";
import { MemoryRankIndex } from "../../rank-index/memory/memory-index.ts";
import type { Context } from "../../service/context.ts";
import { type Verification, verify } from "../../service/verify.ts";
import { fail } from "../output.ts";

/** Verifies one board of a folder, or all. */
export async function verifyFolder(log: FolderLog, board: string | null): Promise<Verification[]> {
  const context = await openContext(log);
  const { catalogue } = context.ledger;
  const wanted = board === null ? [...catalogue.boards()] : [catalogue.board(board)];
  const numbers = wanted.map(
    (entry) =>
      entry?.board.number ?? fail(`board ${JSON.stringify(board)} is not in the ledger of ${log.folder}`),
  );
  return verify(context, numbers, () => {});
}

/** What the service works with, as it would be right after a start on this folder. */
async function openContext(log: FolderLog): Promise<Context> {
  const members = new Members(new Players(0));
  const ledger = await FolderLedger.open(log, members);
  const index = new MemoryRankIndex(members);
  index.openAll((number) => ledger.catalogue.orderOfIndex(number), ledger.position);
  const clock = { now: Date.now, monotonic: () => performance.now() };
  const makeId = (): never => fail("nothing is made while a folder is only read");
  return { ledger, index, clock, makeId, skewMs: () => 0 };
}
