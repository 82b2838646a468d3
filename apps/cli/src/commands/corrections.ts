import { Option } from "@commander-js/extra-typings";
import { correctBalance, refundTask } from "@gatepost/domain/money/enter-money";
import {
  type Difference,
  getReconciliation,
  getReconciliationFailure,
  reconcile,
} from "@gatepost/domain/money/reconcile";
import { compareObjects, type ObjectDifferences } from "@gatepost/domain/platform/stored-objects";
import { correctableMetrics, correctCount } from "@gatepost/domain/statistics/correct-count";
import { showDollars } from "@gatepost/presenters/dollars";
import { readDifference, readDifferenceInDollars, readId, readMoment, readRowId } from "../arguments.ts";
import { commandGroup } from "../caller.ts";
import { operate, operatorCommand } from "../operator.ts";
import { reconciliationText, subjectText } from "../output/reconciliation-text.ts";
import { table, terminalPhase } from "../output/report.ts";

export function checkCommand() {
  return operatorCommand("check", "check")
    .description(
      "Reconciles balances, ledger, counts and tasks now, and shows the result of the last reconciliation by a worker; " +
        "exit code 1 if there are differences. With an object store, compares it with what should be there.",
    )
    .summary("Reconciles balances, ledger, counts and tasks.")
    .action(({ json }) =>
      operate(json, {
        async work(ctx) {
          const differences = await terminalPhase("reconciling", () => reconcile({ ctx }));
          const objects = await terminalPhase("comparing the object store", () => compareObjects({ ctx }));
          if (differences.length > 0 || objects?.missing || objects?.unknown) process.exitCode = 1;
          const reconciliation = await getReconciliation({ ctx });
          const failingSince = await getReconciliationFailure({ ctx });
          return { differences, reconciliation, ...(failingSince && { failingSince }), ...(objects && { objects }) };
        },
        text: ({ differences, reconciliation, failingSince, objects }) =>
          [
            differences.length === 0 ? "No differences found." : differencesText(differences),
            "",
            reconciliationText(reconciliation, failingSince),
            ...(objects ? ["", objectsText(objects)] : []),
          ].join("\n"),
      }),
    );
}

function objectsText({ missing, unknown }: ObjectDifferences): string {
  if (missing === 0 && unknown === 0) return "The object store has all objects that the database names, and no others.";
  return `Object store: ${missing} missing objects, ${unknown} objects that the database does not know.`;
}

function differencesText(differences: readonly Difference[]): string {
  return table(
    ["rule", "where", "found", "expected"],
    differences.map(({ what, where, found, expected }) => [what, subjectText(where), found, expected]),
  );
}

export const correctCommand = () =>
  commandGroup(
    "correct",
    "Corrects a balance or a count. History is not rewritten: the correction and its reason are recorded.",
    [
      operatorCommand("balance", 'correct balance 2 --by -0.50 --reason "Topped up twice."')
        .description("Corrects an account's balance with a ledger entry.")
        .argument("<account>", "the account's id", readRowId)
        .requiredOption("--by <dollars>", "the change, such as 1.50 or -0.50", readDifferenceInDollars)
        .requiredOption("--reason <text>", "why; stored in the ledger")
        .action((accountId, { by, reason, json }) =>
          operate(json, {
            work: (ctx) => correctBalance({ ctx, input: { accountId, amount: by, note: reason } }),
            text: ({ available }) => `Account ${accountId} has ${showDollars(available)} to spend.`,
          }),
        ),
      operatorCommand("count")
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
        .action(async (softId, { json, label = "", ...correction }) => {
          const input = { softId, label, ...correction };
          await operate(json, {
            work: (ctx) => correctCount({ ctx, input }).then(() => input),
            text: () => `The count of application ${softId} is corrected, and its chart shows the reason.`,
          });
        }),
    ],
  );

export function refundCommand() {
  return operatorCommand("refund", 'refund 1000 --note "The site was down."')
    .description("Refunds the price of a ready task, once. The application's owner keeps the commission.")
    .argument("<task>", "the task's id", readId)
    .option("--note <text>", "why; stored in the ledger")
    .action((taskId, { note, json }) =>
      operate(json, {
        work: (ctx) => refundTask({ ctx, input: { taskId, ...(note !== undefined && { note }) } }),
        text: ({ accountId, amount }) => `Refunded ${showDollars(amount)} for task ${taskId} to account ${accountId}.`,
      }),
    );
}
