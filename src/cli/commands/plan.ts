import { memoryAllowed } from "../../memory.ts";
import { command } from "../command.ts";
import { costNames, costs } from "../plan/costs.ts";
import { currentCosts, sourceOf } from "../plan/current-costs.ts";
import { describeCosts, describePlan } from "../plan/describe-plan.ts";
import { makePlan } from "../plan/plan.ts";
import { planDefaults as defaults, readMachine, readWorkload } from "../plan/read-workload.ts";
import { print, printJson } from "../terminal.ts";

export const plan = command({
  args: {
    players: { type: "string", valueHint: "COUNT", description: "Players with a score, such as 25M" },
    matches: {
      type: "string",
      valueHint: "COUNT",
      description: `Matches a player a day (${defaults.matches})`,
    },
    events: {
      type: "string",
      valueHint: "RATE",
      description: "Instead of that: events a second, on average",
    },
    views: { type: "string", valueHint: "COUNT", description: `Reads a player a day (${defaults.views})` },
    periods: {
      type: "string",
      valueHint: "LIST",
      description: `Periods, with the share who play in each and how many are held: day=40%x7 (${defaults.periods})`,
    },
    scopes: {
      type: "string",
      valueHint: "LIST",
      description: "Scopes, with their values and the share of reports that name them: guild=50k@60%",
    },
    columns: {
      type: "string",
      valueHint: "COUNT",
      description: `Columns of the board (${defaults.columns})`,
    },
    "id-bytes": { type: "string", valueHint: "COUNT", description: `Bytes of an id (${defaults.idBytes})` },
    peak: {
      type: "string",
      valueHint: "SHARE/TIME",
      description: `The busiest time of writes: this share of a day within that time (${defaults.peak})`,
    },
    "read-peak": {
      type: "string",
      valueHint: "SHARE/TIME",
      description: `The busiest time of reads (${defaults.peak})`,
    },
    single: { type: "boolean", description: "Reports come one a request, not in batches of 1,000" },
    days: {
      type: "string",
      valueHint: "COUNT",
      description: `Days of events that are kept (${defaults.days})`,
    },
    memory: { type: "string", valueHint: "SIZE", description: "Memory of the machine (this one's)" },
    disk: { type: "string", valueHint: "SIZE", description: "Its disk (not looked at)" },
    costs: { type: "boolean", description: "Print what one of each costs, and where the numbers come from" },
    json: { type: "boolean", description: "Print JSON, for programs" },
  },
  details: [
    "A calculation for two cores as the benches have them: nothing is asked or started. --costs lists the numbers",
    "behind it. This version runs as one process; Postgres and Redis are there to compare.",
  ].join("\n"),
  examples: [
    {
      line: "laurel plan --players 2M --periods all,week=70%,day=40% --scopes region=10 --memory 16GB",
      what: "Two million players, all-time, weekly and daily, by region",
    },
  ],
  run: async (args, { terminal }) => {
    if (args.costs === true) {
      if (args.json === true)
        printJson(
          terminal,
          costNames.map((name) => ({
            name,
            what: costs[name].what,
            value: currentCosts[name],
            unit: costs[name].unit,
            source: sourceOf(name),
          })),
        );
      else print(terminal, ...describeCosts());
      return 0;
    }
    const workload = readWorkload(args);
    const machine = readMachine(args, memoryAllowed());
    const made = makePlan(workload, machine, currentCosts);
    if (args.json === true) printJson(terminal, { workload, ...made });
    else print(terminal, ...describePlan(workload, made));
    return 0;
  },
});
