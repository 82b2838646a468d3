import { correctBalance } from "@gatepost/domain/money/correct-balance";
import { type CorrectableMetric, correctableMetrics, correctCount } from "@gatepost/domain/stats/correct-count";
import { Command, Option } from "commander";
import { readDifference, readMoment, readRowId } from "../argument.ts";
import { readDifferenceInDollars, showDollars } from "../dollars.ts";
import { operate, operatorCommand } from "../operator.ts";

/** `gatepost correct …`: puts right what was wrong, with a trace that stays. */
export function correctCommand(): Command {
  return new Command("correct")
    .description("Puts a balance or a count right. Nothing is rewritten: the correction and its reason stay.")
    .addCommand(balance())
    .addCommand(count());
}

interface Reason {
  reason: string;
  json?: boolean;
}

function balance(): Command {
  return operatorCommand("balance")
    .description("Corrects what an account can spend, by an entry of its ledger.")
    .argument("<account>", "the account's id", readRowId)
    .requiredOption("--by <dollars>", "either way, such as 1.50 or -0.50", readDifferenceInDollars)
    .requiredOption("--reason <text>", "why; it stays in the ledger")
    .addHelpText("after", '\nExample:\n  gatepost correct balance 2 --by -0.50 --reason "Topped up twice."')
    .action(async (accountId: number, { by, reason, json }: Reason & { by: bigint }) => {
      await operate({
        json,
        work: (ctx) => correctBalance({ ctx, input: { accountId, amount: by, note: reason } }),
        text: ({ available }) => `Account ${accountId} has ${showDollars(available)} to spend.`,
      });
    });
}

interface CountOptions extends Reason {
  metric: CorrectableMetric;
  label?: string;
  at: Date;
  by: number;
}

function count(): Command {
  return operatorCommand("count")
    .description("Corrects one quarter of an hour of an application's counts; a note on its chart says so.")
    .argument("<softId>", "the application's id", readRowId)
    .addOption(
      new Option("--metric <metric>", "what was counted wrongly").choices(correctableMetrics).makeOptionMandatory(),
    )
    .option("--label <label>", "the error's code, or why something was left out: crawler, prefetch, head")
    .requiredOption("--at <moment>", "when it was counted, such as 2026-11-20T14:05Z", readMoment)
    .requiredOption("--by <number>", "either way, such as 12 or -4", readDifference)
    .requiredOption("--reason <text>", "why; it stands on the chart")
    .addHelpText(
      "after",
      "\nExample:\n  gatepost correct count 1002 --metric view --at 2026-11-20T14:05Z --by -4 \\\n" +
        '    --reason "A monitor that did not say so."',
    )
    .action(async (softId: number, { json, label = "", ...correction }: CountOptions) => {
      await operate({
        json,
        async work(ctx) {
          await correctCount({ ctx, input: { softId, label, ...correction } });
          return { softId, label, ...correction };
        },
        text: () => `Application ${softId} is corrected, and its chart says why.`,
      });
    });
}
