import { getReconciliation } from "@gatepost/domain/money/get-reconciliation";
import { reconcile } from "@gatepost/domain/money/reconcile";
import type { Difference } from "@gatepost/domain/money/reconciliation-rules";
import { compareObjects, type ObjectDifferences } from "@gatepost/domain/object/compare-objects";
import type { Command } from "commander";
import { operate, operatorCommand } from "../operator.ts";
import { placeText, reconciliationText } from "../reconciliation-text.ts";
import { table } from "../table.ts";
import { terminalPhase } from "../terminal-phase.ts";

/** `gatepost check`: checks that balances, ledger, counts and tasks agree, and the object store with its rows. */
export function checkCommand(): Command {
  return operatorCommand("check")
    .description(
      "Reconciles balances, ledger, counts and tasks now, and shows the result of the last reconciliation by a worker; " +
        "exit code 1 if there are differences. With an object store, compares it with what should be there.",
    )
    .summary("Reconciles balances, ledger, counts and tasks.")
    .addHelpText("after", "\nExample:\n  gatepost check")
    .action(async ({ json }: { json?: boolean }) => {
      await operate({
        json,
        async work(ctx) {
          const differences = await terminalPhase("reconciling", () => reconcile({ ctx }));
          const objects = await terminalPhase("comparing the object store", () => compareObjects({ ctx }));
          if (differences.length > 0 || objects?.missing || objects?.unknown) process.exitCode = 1;
          return { differences, reconciliation: await getReconciliation({ ctx }), ...(objects && { objects }) };
        },
        text: ({ differences, reconciliation, objects }) =>
          [
            differences.length === 0 ? "No differences found." : differencesText(differences),
            "",
            reconciliationText(reconciliation),
            ...(objects ? ["", objectsText(objects)] : []),
          ].join("\n"),
      });
    });
}

function objectsText({ missing, unknown }: ObjectDifferences): string {
  if (missing === 0 && unknown === 0) return "The object store has all objects that the database names, and no others.";
  return `Object store: ${missing} missing objects, ${unknown} objects that the database does not know.`;
}

function differencesText(differences: readonly Difference[]): string {
  return table(
    ["rule", "where", "found", "expected"],
    differences.map(({ what, where, found, expected }) => [what, placeText(where), found, expected]),
  );
}
