/** The first hundred rows as JSON bytes. Redis writes its own protocol, not JSON. */
import { indexNumber, writeCommand } from "../board.ts";
import { formatRows } from "../format-rows.ts";
import type { Operation } from "../operation.ts";

const limit = 100;

export const top: Operation = {
  id: "top",
  metric: "top 100, formatted",
  redisDoes: "ZREVRANGE",
  batch: 1,
  share: 0.1,
  prepare(board, _random, members) {
    const { index } = board;
    return {
      calls: members,
      call: () => {
        const { total, rows } = index.slice(indexNumber, 0, limit);
        return formatRows(total, rows).length;
      },
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
