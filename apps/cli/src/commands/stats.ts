import type { ResponseOf } from "@gatepost/contract/client";
import { type Mode, modes } from "@gatepost/contract/methods/get-app-stats";
import { asOwner } from "@gatepost/domain/application/as-owner";
import { statsCsv } from "@gatepost/domain/stats/csv";
import { getAppStats } from "@gatepost/domain/stats/get-app-stats";
import { getOverview, type Overview } from "@gatepost/domain/stats/get-overview";
import { type Command, Option } from "commander";
import { readId } from "../argument.ts";
import { type CallerOptions, openClient, serverCommand } from "../caller.ts";
import { openOperator } from "../container.ts";
import { report } from "../report.ts";
import { statsText } from "../stats-text.ts";

interface StatsOptions extends Omit<CallerOptions, "key"> {
  key?: string;
  mode: Mode;
  from?: string;
  to?: string;
  timezone?: string;
  csv?: boolean;
}

const example = `
Example:
  gatepost stats 1001 --mode money --from 2026-11-01
  gatepost stats 1001 --mode errors --timezone Europe/Paris --csv > errors.csv`;

/** `gatepost stats`: an application's days, for its owner over HTTP, or for the operator straight from the database. */
export function statsCommand(): Command {
  return serverCommand("stats")
    .description(
      "Shows the statistics of an application, a line a day. With a key they are asked for over HTTP as their owner does; " +
        "without one the operator reads them from the database, and sees the change against the period before too.",
    )
    .summary("Shows the statistics of an application, a line a day.")
    .argument("<softId>", "the application's id", readId)
    .addOption(new Option("--mode <mode>", "what to show").choices(modes).default("errors"))
    .option("--from <day>", "the first day, as 2026-11-01 (default: 29 days before the last)")
    .option("--to <day>", "the last day (default: today)")
    .option("--timezone <zone>", "whose days, such as Europe/Paris (default: UTC)")
    .addOption(new Option("--csv", "print them as CSV: a row a day, a column a series, the totals").conflicts("json"))
    .addHelpText("after", example)
    .action(async (softId: number, { mode, from, to, timezone = "UTC", csv, ...options }: StatsOptions) => {
      const asked = { softId, mode, from, to, timezone };
      await report({
        json: options.json,
        work: async (): Promise<{ stats: Stats; overview?: Overview }> => {
          const { key } = options;
          return key ? { stats: await openClient({ ...options, key }).getAppStats(asked) } : readAsOperator(asked);
        },
        document: ({ stats }) => stats,
        text: ({ stats, overview }) =>
          csv
            ? // Its last line ends as the others do: console.log adds the new line.
              statsCsv(stats, { mode, timezone, distinct: overview?.figures.users.total }).slice(0, -1)
            : statsText(stats, { mode, timezone, width: process.stdout.columns ?? 80, overview }),
      });
    });
}

type Stats = ResponseOf<"getAppStats">;
type Asked = Parameters<typeof getAppStats>[0]["input"];

async function readAsOperator(input: Asked): Promise<{ stats: Stats; overview: Overview }> {
  await using operator = await openOperator();
  const ctx = await asOwner({ ctx: operator, input });
  const [stats, overview] = await Promise.all([getAppStats({ ctx, input }), getOverview({ ctx, input })]);
  return { stats: { errorId: 0, ...stats }, overview };
}
