import { refundTask } from "@gatepost/domain/money/refund-task";
import { showDollars } from "@gatepost/presenters/dollars";
import type { Command } from "commander";
import { readId } from "../argument.ts";
import { operate, operatorCommand } from "../operator.ts";

/** `gatepost refund`: refunds a task's price. */
export function refundCommand(): Command {
  return operatorCommand("refund")
    .description("Refunds the price of a ready task, once. The application's owner keeps the commission.")
    .argument("<task>", "the task's id", readId)
    .option("--note <text>", "why; stored in the ledger")
    .addHelpText("after", '\nExample:\n  gatepost refund 1000 --note "The site was down."')
    .action(async (taskId: number, { note, json }: { note?: string; json?: boolean }) => {
      await operate({
        json,
        work: (ctx) => refundTask({ ctx, input: { taskId, ...(note !== undefined && { note }) } }),
        text: ({ accountId, amount }) => `Refunded ${showDollars(amount)} for task ${taskId} to account ${accountId}.`,
      });
    });
}
