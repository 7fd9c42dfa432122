import { rankIndexContract } from "../../../test/contract/rank-index-contract.ts";
import { Members } from "../../members/members.ts";
import { Players } from "../../members/players.ts";
import { MemoryRankIndex } from "./memory-index.ts";

rankIndexContract("the memory index", async (seed) => ({
  index: new MemoryRankIndex(new Members(new Players(seed))),
  close: () => {},
}));

rankIndexContract("the memory index with tiny nodes, segments and buckets", async (seed) => ({
  index: new MemoryRankIndex(
    new Members(new Players(seed, { segmentBits: 6, slotBits: 3 }), { segmentBits: 2, slotBits: 3 }),
    { fanout: 4, leafSegmentBits: 3, branchSegmentBits: 1 },
  ),
  close: () => {},
}));
