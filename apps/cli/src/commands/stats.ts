import { Option } from "@commander-js/extra-typings";
import type { ResponseOf } from "@gatepost/contract/methods";
import { modes, usualMode } from "@gatepost/contract/modes";
import { getAppStats } from "@gatepost/domain/statistics/get-app-stats";
import { getOverview } from "@gatepost/domain/statistics/get-overview";
import { getWaitStats, type WaitFigures } from "@gatepost/domain/statistics/get-wait-stats";
import { appStatsResponse } from "@gatepost/presenters/stats";
import { readId, readUpTo } from "../arguments.ts";
import { example, openClient, readTarget, serverCommand } from "../caller.ts";
import { openOperator } from "../container.ts";
import { ofAccount, operate, operatorCommand } from "../operator.ts";
import { report, table } from "../output/report.ts";
import { type Moved, movedOf, statsCsv, statsText } from "../output/stats-text.ts";

/** `gatepost stats`: an application's days, for its owner over HTTP, or for the operator directly from the database. */
export function statsCommand() {
  return (
    statsCalls(readAsOperator)
      .description(
        "Shows the statistics of an application, one line per day. With a key, they are requested over HTTP for the key's " +
          "account; without one, they are read from the database for the operator, who sees a day that is not over compared with " +
          "the same hours of the same weekday before.",
      )
      .summary("Shows the statistics of an application, one line per day.")
      // What stands after the name of its own command belongs to that.
      .enablePositionalOptions()
      .addCommand(
        ofAccount(operatorCommand("waits", "stats waits --account 1 --days 7"), "whose tasks")
          .description(
            "Shows how fast the waits of an account's tasks were answered and how they ended, by template and application, directly " +
              "from the database, for the operator. Of refused answers the share of all answers is shown, otherwise that of all waits.",
          )
          .summary("Shows how fast an account's waits were answered, and how they ended.")
          .option("--days <number>", "only tasks created in the last so many days, 30 at most", readUpTo(30), 30)
          .action(async ({ account: accountId, days }, command) => {
            // `stats` has the option too, and takes it.
            const { json } = command.optsWithGlobals();
            await operate(json, {
              work: (ctx) => getWaitStats({ ctx, input: { accountId, days } }),
              text({ all, byTemplate, byApplication, isPartial }) {
                if (all.waits === 0) return "No wait has ended.";
                const rows = [
                  ...byTemplate.map((row) => line(row.templateName, row)),
                  ...byApplication.map((row) =>
                    line(row.softId === null ? "no application" : `softId ${row.softId}`, row),
                  ),
                  line("all", all),
                ];
                return table(heads, rows) + (isPartial ? "\n\nOnly the latest 20,000 tasks were read." : "");
              },
            });
          }),
      )
  );
}

/** `gatepost stats`, with the key of the application's owner. `readWithoutKey`: what is shown without one. */
export function statsCalls(readWithoutKey?: (asked: Asked) => Promise<Shown>) {
  return serverCommand("stats")
    .description("Shows the statistics of an application, one line per day, over HTTP with its owner's key.")
    .argument("<softId>", "the application's id", readId)
    .addOption(new Option("--mode <mode>", "what to show").choices(modes).default(usualMode))
    .option("--from <day>", "the first day, such as 2026-11-01 (default: 29 days before the last)")
    .option("--to <day>", "the last day (default: today)")
    .option("--timezone <zone>", "the time zone, such as Europe/Paris (default: UTC)")
    .addOption(
      new Option("--csv", "print them as CSV: one row per day, one column per series, and totals").conflicts("json"),
    )
    .addHelpText(
      ...example(
        "stats 1001 --mode money --from 2026-11-01",
        "stats 1001 --mode errors --timezone Europe/Paris --csv > errors.csv",
      ),
    )
    .action(async (softId, { mode, from, to, timezone = "UTC", csv, ...options }) => {
      const asked = { softId, mode, from, to, timezone };
      await report(options.json, {
        work: async (): Promise<Shown> => {
          const { key = process.env.GATEPOST_KEY } = options;
          if (!key && readWithoutKey) return readWithoutKey(asked);
          if (!key) throw new Error("There is no key: set GATEPOST_KEY, or give --key.");
          const { server } = readTarget(process.env, options);
          return { stats: await openClient({ server, key }).getAppStats(asked) };
        },
        document: ({ stats }) => stats,
        text: ({ stats, ...known }) =>
          csv
            ? // Its last line ends as the others do: console.log adds the new line.
              statsCsv(stats, { mode, timezone, distinct: known.distinct }).slice(0, -1)
            : statsText(stats, { mode, timezone, width: process.stdout.columns ?? 80, ...known }),
      });
    });
}

type Stats = ResponseOf<"getAppStats">;
type Asked = Omit<Parameters<typeof getAppStats>[0]["input"], "unit">;

interface Shown {
  stats: Stats;
  moved?: Moved | undefined;
  distinct?: number;
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

const heads = ["", "waits", "median", "p95", "answered", "timed out", "declined", "refused by the site"];

function line(name: string, { waits, answered, timedOut, declined, refused, medianSeconds, p95Seconds }: WaitFigures) {
  const shares = [answered, timedOut, declined].map((count) => percent(count, waits));
  return [name, waits, seconds(medianSeconds), seconds(p95Seconds), ...shares, percent(refused, answered)];
}

const seconds = (value: number | null): string => (value === null ? "" : `${value.toFixed(1)} s`);

const percent = (count: number, all: number): string => (all === 0 ? "" : `${((count / all) * 100).toFixed(1)} %`);
