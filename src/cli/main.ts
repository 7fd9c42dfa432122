#!/usr/bin/env node
import { runLaurel } from "./run.ts";
import { processTerminal } from "./terminal.ts";

// A reader that has seen enough, such as head, is no error: there is nobody left to write to.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  throw error;
});

process.exitCode = await runLaurel(process.argv.slice(2), processTerminal);
