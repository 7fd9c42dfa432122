import type { KeyInput } from "laurel-client";
import { command } from "../../command.ts";
import { connect } from "../../connect.ts";
import { serviceArgs } from "../../options.ts";
import { failUsage } from "../../output.ts";
import { note, print, printJson } from "../../terminal.ts";

const rights = ["read", "submit", "review", "admin"] as const;

export const make = command({
  args: {
    name: { type: "positional", required: true, description: "What it is for" },
    right: {
      type: "string",
      required: true,
      description: `What it may do: ${rights.join(", ")}; may be repeated`,
    },
    board: { type: "string", valueHint: "ID", description: "A board it is bound to; may be repeated (all)" },
    ...serviceArgs,
  },
  rules: { repeatable: ["right", "board"] },
  examples: [
    { line: "laurel keys make 'game server' --right submit", what: "A key that reports scores" },
    { line: "laurel keys make site --right read --board arena", what: "A key that reads one board" },
  ],
  run: async (args, { terminal, values }) => {
    const body: KeyInput = {
      name: args.name,
      rights: values.get("right")!.map(readRight),
      boards: values.has("board") ? [...values.get("board")!] : null,
    };
    const key = await connect(args, terminal).admin.keys.make(body);
    if (args.json === true) printJson(terminal, key);
    else {
      note(terminal, `${key.id} (${key.rights.join(", ")}). The secret, shown this once:`);
      print(terminal, key.secret);
    }
    return 0;
  },
});

function readRight(text: string): (typeof rights)[number] {
  return (
    rights.find((right) => right === text) ??
    failUsage(`--right ${JSON.stringify(text)} is not one of ${rights.join(", ")}`)
  );
}
