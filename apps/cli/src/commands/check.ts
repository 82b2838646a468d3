import { checkBooks } from "@gatepost/domain/money/check-books";
import type { Command } from "commander";
import { operate, operatorCommand } from "../operator.ts";
import { table } from "../table.ts";
import { terminalPhase } from "../terminal-phase.ts";

/** `gatepost check`: whether balances, ledger, counts and tasks agree. */
export function checkCommand(): Command {
  return operatorCommand("check")
    .description("Holds balances, ledger, counts and tasks against each other; exit code 1 where they differ.")
    .addHelpText("after", "\nExample:\n  gatepost check")
    .action(async ({ json }: { json?: boolean }) => {
      await operate({
        json,
        async work(ctx) {
          const differences = await terminalPhase("checking the books", () => checkBooks({ ctx }));
          if (differences.length > 0) process.exitCode = 1;
          return { differences };
        },
        text: ({ differences }) =>
          differences.length === 0
            ? "The books are right."
            : table(
                ["rule", "where", "found", "expected"],
                differences.map(({ what, where, found, expected }) => [what, where, found, expected]),
              ),
      });
    });
}
