import { getReconciliation } from "@gatepost/domain/money/get-reconciliation";
import { reconcile } from "@gatepost/domain/money/reconcile";
import type { Difference } from "@gatepost/domain/money/reconciliation-rules";
import type { Command } from "commander";
import { operate, operatorCommand } from "../operator.ts";
import { reconciliationText } from "../reconciliation-text.ts";
import { table } from "../table.ts";
import { terminalPhase } from "../terminal-phase.ts";

/** `gatepost check`: whether balances, ledger, counts and tasks agree. */
export function checkCommand(): Command {
  return operatorCommand("check")
    .description(
      "Holds balances, ledger, counts and tasks against each other now, and says what housekeeping found when it last " +
        "did so; exit code 1 where they differ.",
    )
    .summary("Holds balances, ledger, counts and tasks against each other.")
    .addHelpText("after", "\nExample:\n  gatepost check")
    .action(async ({ json }: { json?: boolean }) => {
      await operate({
        json,
        async work(ctx) {
          const differences = await terminalPhase("checking the books", () => reconcile({ ctx }));
          if (differences.length > 0) process.exitCode = 1;
          return { differences, reconciliation: await getReconciliation({ ctx }) };
        },
        text: ({ differences, reconciliation }) =>
          [
            differences.length === 0 ? "The books are right." : differencesText(differences),
            "",
            reconciliationText(reconciliation),
          ].join("\n"),
      });
    });
}

function differencesText(differences: readonly Difference[]): string {
  return table(
    ["rule", "where", "found", "expected"],
    differences.map(({ what, where, found, expected }) => [what, where, found, expected]),
  );
}
