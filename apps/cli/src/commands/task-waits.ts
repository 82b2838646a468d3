import { longestWait } from "@gatepost/contract/steps";
import type { Command } from "commander";
import { readId, readSeconds } from "../argument.ts";
import { type CallerOptions, callerCommand, openClient } from "../caller.ts";
import { report } from "../report.ts";

/** `gatepost task decline`: whoever was asked for a value does not give it. */
export function declineCommand(): Command {
  return callerCommand("decline")
    .description("Declines to give a value that a task waits for; the task ends, and its price is released.")
    .argument("<task>", "the task's id", readId)
    .argument("<name>", "the variable's name")
    .requiredOption("--reason <text>", "shown in the task's error")
    .addHelpText(
      "after",
      '\nExample:\n  gatepost task decline 1000 2fa_input_value --reason "I did not ask for this sign-in."',
    )
    .action(async (taskId: number, name: string, { reason, ...options }: CallerOptions & { reason: string }) => {
      await report({
        json: options.json,
        work: () => openClient(options).declineVariable({ taskId, name, reason }),
        text: () => `Declined ${name}: task ${taskId} has ended.`,
      });
    });
}

/** `gatepost task extend`: more time for whoever was asked. */
export function extendCommand(): Command {
  return callerCommand("extend")
    .description("Extends a wait, and the task's time limit as much.")
    .argument("<task>", "the task's id", readId)
    .argument("<name>", "the variable's name")
    .argument("<time>", `from now, such as 600s or 10m; ${longestWait / 3_600}h at most`, readSeconds)
    .addHelpText("after", "\nExample:\n  gatepost task extend 1000 2fa_input_value 10m")
    .action(async (taskId: number, name: string, seconds: number, options: CallerOptions) => {
      await report({
        json: options.json,
        work: () => openClient(options).extendWait({ taskId, name, seconds }),
        text: ({ expiresAt }) => `Task ${taskId} waits for ${name} until ${new Date(expiresAt * 1_000).toISOString()}.`,
      });
    });
}

/** `gatepost task link`: a page on which a person can answer. */
export function linkCommand(): Command {
  return callerCommand("link")
    .description("Creates a link with which anybody who has it can give a value to a task.")
    .argument("<task>", "the task's id", readId)
    .argument("<name>", "the variable's name")
    .option("--expires-in <time>", "how long it works at most, such as 1h (default: 24h)", readSeconds)
    .addHelpText("after", "\nExample:\n  gatepost task link 1000 2fa_input_value --expires-in 1h")
    .action(async (taskId: number, name: string, { expiresIn, ...options }: CallerOptions & { expiresIn?: number }) => {
      await report({
        json: options.json,
        work: () => openClient(options).createAnswerLink({ taskId, name, expiresIn }),
        text: ({ url }) => url,
      });
    });
}
