import { parseExactJson } from "@gatepost/domain/exact-json";
import type { Command } from "commander";
import { readId } from "../argument.ts";
import { type CallerOptions, callerCommand, openClient } from "../caller.ts";
import { pushEntered } from "../push-entered.ts";
import { report } from "../report.ts";

/** `gatepost push`: supplies the value of a late variable, as its program would. */
export function pushCommand(): Command {
  return callerCommand("push")
    .description("Pushes the value of a late variable to a task.")
    .argument("<task>", "the task's id", readId)
    .argument("<name>", "the variable's name")
    .argument("<value>", "its value: text, yes or no, a number, @ and a path for a file; -- before a dash")
    .option("--json-value", "read the value as JSON: a number, true, null, an object")
    .addHelpText("after", "\nExample:\n  gatepost push 1000 2fa_input_value 349001\n  gatepost push 1000 approve yes")
    .action(
      async (
        taskId: number,
        name: string,
        value: string,
        { jsonValue = false, ...options }: CallerOptions & { jsonValue?: boolean },
        command: Command,
      ) => {
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
