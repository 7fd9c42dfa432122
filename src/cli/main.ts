#!/usr/bin/env node
import { runMain } from "citty";
import { laurel } from "./laurel.ts";

await runMain(laurel);
