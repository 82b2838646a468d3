import { refundTask } from "@gatepost/domain/money/refund-task";
import type { Command } from "commander";
import { readId } from "../argument.ts";
import { showDollars } from "../dollars.ts";
import { operate, operatorCommand } from "../operator.ts";

/** `gatepost refund`: gives a task's price back. */
export function refundCommand(): Command {
  return operatorCommand("refund")
    .description("Gives back the price of a task that became ready, once. Its application's commission stays earned.")
    .argument("<task>", "the task's id", readId)
    .option("--note <text>", "why; it stays in the ledger")
    .addHelpText("after", '\nExample:\n  gatepost refund 1000 --note "The site was down."')
    .action(async (taskId: number, { note, json }: { note?: string; json?: boolean }) => {
      await operate({
        json,
        work: (ctx) => refundTask({ ctx, input: { taskId, ...(note !== undefined && { note }) } }),
        text: ({ accountId, amount }) => `Account ${accountId} has its ${showDollars(amount)} for task ${taskId} back.`,
      });
    });
}
