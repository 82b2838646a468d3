import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { longestWait } from "@gatepost/contract/limits";
import { parseExactJson } from "@gatepost/domain/platform/exact-json";
import { readId, readSeconds } from "../arguments.ts";
import { callerCommand, openClient } from "../caller.ts";
import { pushEntered } from "../entered-value.ts";
import { report } from "../output/report.ts";

export function pushCommand() {
  return callerCommand("push")
    .description("Pushes the value of a late variable to a task.")
    .argument("<task>", "the task's id", readId)
    .argument("<name>", "the variable's name")
    .argument("<value>", "its value: text, yes or no, a number, @ and a path for a file; -- before a dash")
    .option("--json-value", "read the value as JSON: a number, true, null, an object")
    .addHelpText("after", "\nExample:\n  gatepost push 1000 2fa_input_value 349001\n  gatepost push 1000 approve yes")
    .action(async (taskId, name, value, { jsonValue = false, ...options }, command) => {
      const json = jsonValue ? { value: readJson(value, command) } : undefined;
      await report({
        json: options.json,
        work() {
          const client = openClient(options);
          return json
            ? client.pushAntiGateVariable({ taskId, name, ...json })
            : pushEntered(client, taskId, name, value);
        },
        text: () => `Pushed ${name} to task ${taskId}.`,
      });
    });
}

function readJson(text: string, command: CommandUnknownOpts): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return command.error(`error: the value ${text} is not JSON; leave --json-value out to push it as a string`);
  }
}

export function declineCommand() {
  return callerCommand("decline")
    .description("Declines to give a value that a task waits for; the task ends, and its price is released.")
    .argument("<task>", "the task's id", readId)
    .argument("<name>", "the variable's name")
    .requiredOption("--reason <text>", "shown in the task's error")
    .addHelpText(
      "after",
      '\nExample:\n  gatepost task decline 1000 2fa_input_value --reason "I did not ask for this sign-in."',
    )
    .action(async (taskId, name, { reason, ...options }) => {
      await report({
        json: options.json,
        work: () => openClient(options).declineVariable({ taskId, name, reason }),
        text: () => `Declined ${name}: task ${taskId} has ended.`,
      });
    });
}

export function extendCommand() {
  return callerCommand("extend")
    .description("Extends a wait, and the task's time limit as much.")
    .argument("<task>", "the task's id", readId)
    .argument("<name>", "the variable's name")
    .argument("<time>", `from now, such as 600s or 10m; ${longestWait / 3_600}h at most`, readSeconds)
    .addHelpText("after", "\nExample:\n  gatepost task extend 1000 2fa_input_value 10m")
    .action(async (taskId, name, seconds, options) => {
      await report({
        json: options.json,
        work: () => openClient(options).extendWait({ taskId, name, seconds }),
        text: ({ expiresAt }) => `Task ${taskId} waits for ${name} until ${new Date(expiresAt * 1_000).toISOString()}.`,
      });
    });
}

export function linkCommand() {
  return callerCommand("link")
    .description("Creates a link with which anybody who has it can give a value to a task.")
    .argument("<task>", "the task's id", readId)
    .argument("<name>", "the variable's name")
    .option("--expires-in <time>", "how long it works at most, such as 1h (default: 24h)", readSeconds)
    .addHelpText("after", "\nExample:\n  gatepost task link 1000 2fa_input_value --expires-in 1h")
    .action(async (taskId, name, { expiresIn, ...options }) => {
      await report({
        json: options.json,
        work: () => openClient(options).createAnswerLink({ taskId, name, expiresIn }),
        text: ({ url }) => url,
      });
    });
}
