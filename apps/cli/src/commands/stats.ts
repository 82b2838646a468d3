import { type Mode, modes } from "@gatepost/contract/methods/get-app-stats";
import { type Command, Option } from "commander";
import { readId } from "../argument.ts";
import { type CallerOptions, callerCommand, openClient } from "../caller.ts";
import { report } from "../report.ts";
import { statsText } from "../stats-text.ts";

interface StatsOptions extends CallerOptions {
  mode: Mode;
  from?: string;
  to?: string;
  timezone?: string;
}

/** `gatepost stats`: an application's days, for its owner. */
export function statsCommand(): Command {
  return callerCommand("stats")
    .description("Shows the statistics of an application, a line a day.")
    .argument("<softId>", "the application's id", readId)
    .addOption(new Option("--mode <mode>", "what to show").choices(modes).default("errors"))
    .option("--from <day>", "the first day, as 2026-11-01 (default: 29 days before the last)")
    .option("--to <day>", "the last day (default: today)")
    .option("--timezone <zone>", "whose days, such as Europe/Paris (default: UTC)")
    .addHelpText("after", "\nExample:\n  gatepost stats 1 --mode money --from 2026-11-01")
    .action(async (softId: number, { mode, from, to, timezone, ...options }: StatsOptions) => {
      await report({
        json: options.json,
        work: () => openClient(options).getAppStats({ softId, mode, from, to, timezone }),
        text: (stats) => statsText(stats, { mode, timezone: timezone ?? "UTC", width: process.stdout.columns ?? 80 }),
      });
    });
}
