import { getWaitStats, type WaitFigures } from "@gatepost/domain/stats/get-wait-stats";
import { type Command, InvalidArgumentError } from "commander";
import { readId } from "../argument.ts";
import { ofAccount, operate, operatorCommand } from "../operator.ts";
import { table } from "../table.ts";

const heads = ["", "waits", "median", "p95", "answered", "timed out", "declined", "refused by the site"];

/** `gatepost stats waits`: how fast an account's waits are answered, and how they end otherwise. */
export function statsWaitsCommand(): Command {
  return ofAccount(operatorCommand("waits"), "whose tasks")
    .description(
      "Shows how fast the waits of an account's tasks were answered and how they ended, by template and application, directly " +
        "from the database, for the operator. Of refused answers the share of all answers is shown, otherwise that of all waits.",
    )
    .summary("Shows how fast an account's waits were answered, and how they ended.")
    .option("--days <number>", "only tasks created in the last so many days, 30 at most", readDays, 30)
    .addHelpText("after", "\nExample:\n  gatepost stats waits --account 1 --days 7")
    .action(async ({ account: accountId, days }: { account: number; days: number }, command: Command) => {
      // `stats` has the option too, and takes it.
      const { json } = command.optsWithGlobals<{ json?: boolean }>();
      await operate({
        json,
        work: (ctx) => getWaitStats({ ctx, input: { accountId, days } }),
        text({ all, byTemplate, byApplication, isPartial }) {
          if (all.waits === 0) return "No wait has ended.";
          const rows = [
            ...byTemplate.map((row) => line(row.templateName, row)),
            ...byApplication.map((row) => line(row.softId === null ? "no application" : `softId ${row.softId}`, row)),
            line("all", all),
          ];
          return table(heads, rows) + (isPartial ? "\n\nOnly the latest 20,000 tasks were read." : "");
        },
      });
    });
}

function readDays(text: string): number {
  const days = readId(text);
  if (days > 30) throw new InvalidArgumentError("It must be at most 30.");
  return days;
}

function line(name: string, { waits, answered, timedOut, declined, refused, medianSeconds, p95Seconds }: WaitFigures) {
  const shares = [answered, timedOut, declined].map((count) => percent(count, waits));
  return [name, String(waits), seconds(medianSeconds), seconds(p95Seconds), ...shares, percent(refused, answered)];
}

function seconds(value: number | null): string {
  return value === null ? "" : `${value.toFixed(1)} s`;
}

function percent(count: number, all: number): string {
  return all === 0 ? "" : `${((count / all) * 100).toFixed(1)} %`;
}
