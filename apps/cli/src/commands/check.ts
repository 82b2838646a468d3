import { getReconciliation } from "@gatepost/domain/money/get-reconciliation";
import { reconcile } from "@gatepost/domain/money/reconcile";
import type { Difference } from "@gatepost/domain/money/reconciliation-rules";
import type { Command } from "commander";
import { operate, operatorCommand } from "../operator.ts";
import { placeText, reconciliationText } from "../reconciliation-text.ts";
import { table } from "../table.ts";
import { terminalPhase } from "../terminal-phase.ts";

/** `gatepost check`: checks that balances, ledger, counts and tasks agree. */
export function checkCommand(): Command {
  return operatorCommand("check")
    .description(
      "Reconciles balances, ledger, counts and tasks now, and shows the result of the last reconciliation by a worker; " +
        "exit code 1 if there are differences.",
    )
    .summary("Reconciles balances, ledger, counts and tasks.")
    .addHelpText("after", "\nExample:\n  gatepost check")
    .action(async ({ json }: { json?: boolean }) => {
      await operate({
        json,
        async work(ctx) {
          const differences = await terminalPhase("reconciling", () => reconcile({ ctx }));
          if (differences.length > 0) process.exitCode = 1;
          return { differences, reconciliation: await getReconciliation({ ctx }) };
        },
        text: ({ differences, reconciliation }) =>
          [
            differences.length === 0 ? "No differences found." : differencesText(differences),
            "",
            reconciliationText(reconciliation),
          ].join("\n"),
      });
    });
}

function differencesText(differences: readonly Difference[]): string {
  return table(
    ["rule", "where", "found", "expected"],
    differences.map(({ what, where, found, expected }) => [what, placeText(where), found, expected]),
  );
}
