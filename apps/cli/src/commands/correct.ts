import { correctBalance } from "@gatepost/domain/money/correct-balance";
import { type CorrectableMetric, correctableMetrics, correctCount } from "@gatepost/domain/stats/correct-count";
import { showDollars } from "@gatepost/presenters/dollars";
import { Command, Option } from "commander";
import { readDifference, readMoment, readRowId } from "../argument.ts";
import { readDifferenceInDollars } from "../dollars.ts";
import { operate, operatorCommand } from "../operator.ts";

/** `gatepost correct …`: corrects a balance or a count, and records why. */
export function correctCommand(): Command {
  return new Command("correct")
    .description("Corrects a balance or a count. History is not rewritten: the correction and its reason are recorded.")
    .addCommand(balance())
    .addCommand(count());
}

interface Reason {
  reason: string;
  json?: boolean;
}

function balance(): Command {
  return operatorCommand("balance")
    .description("Corrects an account's balance with a ledger entry.")
    .argument("<account>", "the account's id", readRowId)
    .requiredOption("--by <dollars>", "the change, such as 1.50 or -0.50", readDifferenceInDollars)
    .requiredOption("--reason <text>", "why; stored in the ledger")
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
    .description("Corrects an application's count of a quarter hour, and adds a note to its chart.")
    .argument("<softId>", "the application's id", readRowId)
    .addOption(
      new Option("--metric <metric>", "what was counted wrongly").choices(correctableMetrics).makeOptionMandatory(),
    )
    .option("--label <label>", "the error's code, or why something was left out: crawler, program, prefetch, head")
    .requiredOption("--at <moment>", "when it was counted, such as 2026-11-20T14:05Z", readMoment)
    .requiredOption("--by <number>", "the change, such as 12 or -4", readDifference)
    .requiredOption("--reason <text>", "why; shown on the chart")
    .addHelpText(
      "after",
      "\nExample:\n  gatepost correct count 1002 --metric view --at 2026-11-20T14:05Z --by -4 \\\n" +
        '    --reason "A monitor that did not say so."',
    )
    .action(async (softId: number, { json, label = "", ...correction }: CountOptions) => {
      const input = { softId, label, ...correction };
      await operate({
        json,
        work: (ctx) => correctCount({ ctx, input }).then(() => input),
        text: () => `The count of application ${softId} is corrected, and its chart shows the reason.`,
      });
    });
}
