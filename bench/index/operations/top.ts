/** The first hundred rows as JSON bytes. Redis writes its own protocol, not JSON. */
import { writeCommand } from "../board.ts";
import { Formatter } from "../format-rows.ts";
import type { Operation } from "../operation.ts";

const limit = 100;

export const top: Operation = {
  id: "top",
  metric: "top 100, formatted",
  redisDoes: "ZREVRANGE",
  batch: 1,
  share: 0.1,
  prepare(board, _random, members) {
    const formatter = new Formatter(board);
    return {
      calls: members,
      call: () => formatter.top(limit),
      redis: () => [
        {
          name: "zrevrange",
          count: members,
          write: (buffer, at) => writeCommand(buffer, at, "ZREVRANGE", "0", String(limit - 1), "WITHSCORES"),
        },
      ],
    };
  },
};
