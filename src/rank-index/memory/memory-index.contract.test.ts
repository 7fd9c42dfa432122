import { rankIndexContract } from "../../../test/contract/rank-index-contract.ts";
import { Members } from "../../members/members.ts";
import { Players } from "../../members/players.ts";
import { MemoryRankIndex } from "./memory-index.ts";

rankIndexContract("the memory index", async (seed) => ({
  index: new MemoryRankIndex(new Members(new Players(seed))),
  close: () => {},
}));
