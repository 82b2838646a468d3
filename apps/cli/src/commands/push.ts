import { parseExactJson } from "@gatepost/domain/exact-json";
import type { Command } from "commander";
import { readId } from "../argument.ts";
import { type CallerOptions, callerCommand, openClient } from "../caller.ts";
import { report } from "../report.ts";

/** `gatepost push`: supplies the value of a late variable, as its program would. */
export function pushCommand(): Command {
  return callerCommand("push")
    .description("Pushes the value of a late variable to a task.")
    .argument("<task>", "the task's id", readId)
    .argument("<name>", "the variable's name")
    .argument("<value>", "its value; put -- before a value that begins with a dash")
    .option("--json-value", "read the value as JSON: a number, true, null, an object")
    .addHelpText("after", "\nExample:\n  gatepost push 1000 2fa_input_value 349001")
    .action(
      async (
        taskId: number,
        name: string,
        value: string,
        { jsonValue = false, ...options }: CallerOptions & { jsonValue?: boolean },
        command: Command,
      ) => {
        const pushed = jsonValue ? readJson(value, command) : value;
        await report({
          json: options.json,
          work: () => openClient(options).pushAntiGateVariable({ taskId, name, value: pushed }),
          text: () => `Pushed ${name} to task ${taskId}.`,
        });
      },
    );
}

function readJson(text: string, command: Command): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return command.error(`error: the value ${text} is not JSON; leave --json-value out to push it as a string`);
  }
}
