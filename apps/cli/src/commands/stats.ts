import type { Client, ResponseOf } from "@gatepost/contract/client";
import { type Mode, modes } from "@gatepost/contract/modes";
import { getAppStats } from "@gatepost/domain/stats/get-app-stats";
import { getOverview } from "@gatepost/domain/stats/get-overview";
import { appStatsResponse } from "@gatepost/presenters/app-stats";
import { type Command, Option } from "commander";
import { readId } from "../argument.ts";
import { type CallerOptions, openClient, readTarget, serverCommand } from "../caller.ts";
import { openOperator } from "../container.ts";
import { type Moved, movedBetween, movedOf, rangeBefore } from "../moved.ts";
import { report } from "../report.ts";
import { statsCsv } from "../stats-csv.ts";
import { statsText } from "../stats-text.ts";
import { statsWaitsCommand } from "./stats-waits.ts";

interface StatsOptions extends Partial<CallerOptions> {
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

/** `gatepost stats`: an application's days, for its owner over HTTP, or for the operator directly from the database. */
export function statsCommand(): Command {
  return (
    serverCommand("stats")
      .description(
        "Shows the statistics of an application, one line per day. With a key, they are requested over HTTP for the key's " +
          "account; without one, they are read from the database for the operator, who sees a day that is not over compared with " +
          "the same hours of the same weekday before.",
      )
      .summary("Shows the statistics of an application, one line per day.")
      .argument("<softId>", "the application's id", readId)
      .addOption(new Option("--mode <mode>", "what to show").choices(modes).default("errors"))
      .option("--from <day>", "the first day, such as 2026-11-01 (default: 29 days before the last)")
      .option("--to <day>", "the last day (default: today)")
      .option("--timezone <zone>", "the time zone, such as Europe/Paris (default: UTC)")
      .addOption(
        new Option("--csv", "print them as CSV: one row per day, one column per series, and totals").conflicts("json"),
      )
      .addHelpText("after", example)
      // What stands after the name of its own command belongs to that.
      .enablePositionalOptions()
      .addCommand(statsWaitsCommand())
      .action(async (softId: number, { mode, from, to, timezone = "UTC", csv, ...options }: StatsOptions) => {
        const asked = { softId, mode, from, to, timezone };
        await report({
          json: options.json,
          work: async (): Promise<Shown> => {
            const { key = process.env.GATEPOST_KEY, json } = options;
            if (!key) return readAsOperator(asked);
            const { server } = readTarget(process.env, options);
            return askAsOwner(openClient({ server, key }), asked, !csv && !json);
          },
          document: ({ stats }) => stats,
          text: ({ stats, ...known }) =>
            csv
              ? // Its last line ends as the others do: console.log adds the new line.
                statsCsv(stats, { mode, timezone, distinct: known.distinct }).slice(0, -1)
              : statsText(stats, { mode, timezone, width: process.stdout.columns ?? 80, ...known }),
        });
      })
  );
}

type Stats = ResponseOf<"getAppStats">;
type Asked = Parameters<typeof getAppStats>[0]["input"];

interface Shown {
  stats: Stats;
  moved?: Moved | undefined;
  distinct?: number;
}

/** Calls getAppStats as any program can, a second time for the period before. */
async function askAsOwner(client: Client, asked: Asked, compare: boolean): Promise<Shown> {
  const stats = await client.getAppStats(asked);
  const before = compare ? rangeBefore(stats, asked.timezone || "UTC") : undefined;
  if (!before) return { stats };
  const earlier = await client.getAppStats({ ...asked, ...before });
  return { stats, moved: movedBetween(stats, earlier, { ...before, mode: asked.mode }) };
}

async function readAsOperator(input: Asked): Promise<Shown> {
  await using ctx = await openOperator();
  const [stats, overview] = await Promise.all([getAppStats({ ctx, input }), getOverview({ ctx, input })]);
  return {
    stats: { errorId: 0, ...appStatsResponse(stats) },
    moved: movedOf(overview, input.mode),
    distinct: overview.figures.users.total,
  };
}
