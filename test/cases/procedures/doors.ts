/** Ids in paths, keys, headers and other ways in: what gets through, and what must not. */
import { expect } from "vitest";
import { rawRequest } from "../../support/raw-request.ts";
import type { Answer } from "../../support/service.ts";
import { reportOf } from "../case-file.ts";
import { keyFor } from "../errors.ts";
import { rowsOf } from "../queries.ts";
import type { Stage } from "../stage.ts";
import type { Procedures } from "./procedure.ts";

export const doors: Procedures = {
  "id-07": {
    run: async (stage) => {
      for (const [i, { player, score }] of stage.theCase.events.entries()) {
        for (const part of ["", "/rank", "/window"]) {
          const path = stage.path(`players/${encodeEvery(player)}${part}`);
          // fetch would take `%2E%2E` out of a path.
          const { body } = await rawRequest(stage.service.url, "GET", path);
          expect(body, path).toMatchObject({ playerId: player, rank: i + 1, score });
        }
      }
    },
  },

  // Removing a player is a later part; a whole board can be removed now, and must leave its neighbour.
  "sec-01": {
    run: async (stage) => {
      for (const separator of [
        ":",
        "/",
        "_",
        "|",
        "{",
        "}",
        "%",
        "'",
        '"',
        "<",
        " ",
        ";",
        "::",
        "%3A",
        "\u2028",
      ])
        await expectApart(stage, separator);
    },
  },

  "sec-03": {
    run: async (stage) => {
      const readOnly = await keyFor(stage, "a read-only key");
      const elsewhere = await keyFor(stage, "a key for another board");
      for (const send of spellings(stage)) {
        expect((await send(null)).status).toBe(401);
        // A key that may be here hears of an address or a method that there is none: 404 or 405 for 403.
        expect([403, 404, 405]).toContain((await send(readOnly)).status);
        expect((await send(elsewhere)).status).toBe(404);
      }
      expect((await stage.answered("top")).total).toBe(0);
    },
  },

  // Pages that the service serves are a later part.
  "sec-05": {
    run: async (stage) => {
      const answers = [
        await stage.read("top"),
        await stage.read("player", { id: stage.theCase.events[0]!.player }),
      ];
      for (const { headers, status } of answers) {
        expect(status).toBe(200);
        expect(headers.get("content-type")).toMatch(/^application\/json\b/);
        expect(headers.get("x-content-type-options")).toBe("nosniff");
      }
      const missing = await stage.read("player", { id: "<script>alert(1)</script>" });
      expect(missing.headers.get("content-type")).toMatch(/^application\/problem\+json\b/);
      expect(missing.headers.get("x-content-type-options")).toBe("nosniff");
    },
  },

  // What reads may be shared with other origins is a later part; that submits are not, holds from the start.
  "json-03": {
    run: async (stage) => {
      for (const origin of ["https://game.example", "null"]) {
        const preflight = {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "authorization",
        };
        const answers = [
          await stage.service.call("OPTIONS", stage.path("scores"), undefined, {
            key: null,
            headers: preflight,
          }),
          await stage.service.call(
            "POST",
            stage.path("scores"),
            reportOf({ player: "b", match: "m", score: 2 }),
            {
              key: null,
              headers: { origin },
            },
          ),
        ];
        for (const { headers } of answers) expect(headers.get("access-control-allow-origin")).toBeNull();
        expect(answers[1]!.status).toBe(401);
      }
    },
  },

  "json-05": {
    run: async (stage) => {
      const definition = await stage.service.call("GET", stage.path("").slice(0, -1));
      const changes = [
        { columns: [{ order: "desc" }] },
        { columns: [{ order: "asc", decimals: 1 }] },
        { columns: [{ name: "score", order: "asc" }, { name: "b" }] },
        { columns: [{ order: "asc", name: "time" }] },
        { semantics: "sum" },
        { semantics: "last" },
        { periods: ["day"] },
        { periods: ["week", "day"] },
        { timeZone: "Europe/Paris" },
        { weekStart: "sunday" },
      ];
      const path = `/v1/admin/leaderboards/${encodeURIComponent(stage.board)}`;
      const { id, standings, nextReset, asOf, ...fields } = definition.body;
      for (const change of changes) {
        const { status, body } = await stage.service.call("PUT", path, { ...fields, ...change });
        expect([status, body.code], JSON.stringify([change, body])).toEqual([409, "board_in_use"]);
        expect(rowsOf((await stage.answered("top")).entries)).toEqual([
          ["1", "b", "4"],
          ["2", "a", "5"],
        ]);
      }
      expect((await stage.service.call("GET", stage.path("").slice(0, -1))).body).toEqual(definition.body);
    },
  },
};

/** Every byte percent-encoded once: also those of `.`, which encodeURIComponent leaves. */
function encodeEvery(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
    .join("");
}

/** Board and player that would be one name if they were glued with this separator. */
async function expectApart(stage: Stage, separator: string): Promise<void> {
  const short = await stage.define(`${stage.board} a`, { publicReads: true });
  const long = await stage.define(`${short}${separator}b`);
  await stage.send({ player: `b${separator}c`, match: "m", score: 5 }, "address", short);
  await stage.send({ player: "c", match: "m", score: 7 }, "body", long);
  const top = async (board: string): Promise<unknown> =>
    rowsOf((await stage.answered("top", {}, board)).entries);
  expect(await top(short)).toEqual([["1", `b${separator}c`, "5"]]);
  expect(await top(long)).toEqual([["1", "c", "7"]]);
  const remove = (board: string): Promise<Answer> =>
    stage.service.call("DELETE", `/v1/admin/leaderboards/${encodeURIComponent(board)}`);
  expect((await remove(short)).status).toBe(204);
  expect((await stage.read("top", {}, short)).status).toBe(404);
  expect(await top(long)).toEqual([["1", "c", "7"]]);
  expect((await remove(long)).status).toBe(204);
}

/** Ways to send the same report past a check that looks at one spelling only. */
function spellings(stage: Stage): ((key: string | null) => Promise<Answer>)[] {
  const path = stage.path("scores");
  const body = JSON.stringify(reportOf({ player: "intruder", match: "m", score: 1 }));
  const json = { "content-type": "application/json" };
  const send = (method: string, address: string, headers: Record<string, string>) => (key: string | null) =>
    stage.service.call(method, address, method === "GET" ? undefined : body, { key, headers });
  return [
    send("POST", path, json),
    send("GET", path, { "x-http-method-override": "POST" }),
    send("PUT", path, { ...json, "x-http-method-override": "POST" }),
    send("POST", path, { "content-type": "text/plain" }),
    send("POST", path, { "content-type": "application/x-www-form-urlencoded" }),
    send("POST", `${path}/`, json),
    send("POST", path.replace("/v1/", "//v1/"), json),
    send("POST", path.toUpperCase(), json),
    send("POST", path.replace("scores", "Scores"), json),
    send("POST", `${path}?key=test-admin-secret-0123456789`, json),
    send("POST", `${path}/batch`, { "content-type": "application/x-ndjson" }),
  ];
}
