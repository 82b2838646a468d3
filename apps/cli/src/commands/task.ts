import { setTimeout as sleep } from "node:timers/promises";
import { type Client, GatepostError } from "@gatepost/contract/client";
import { waitForIt } from "@gatepost/contract/limits";
import { Command, InvalidArgumentError } from "commander";
import { readAddress, readId } from "../argument.ts";
import { type CallerOptions, callerCommand, openClient } from "../caller.ts";
import { columns } from "../columns.ts";
import { report } from "../report.ts";
import { type TaskResult, taskResultText } from "../task-result-text.ts";

/** `gatepost task …`: tasks of an account, created and read as its programs do. */
export function taskCommand(): Command {
  return new Command("task")
    .description("Tasks, over HTTP with the account's key.")
    .addCommand(create())
    .addCommand(result());
}

interface CreateOptions extends CallerOptions {
  template: string;
  url: string;
  /** From `--var` and `--wait` alike. */
  var?: Variables;
  wait?: Variables;
  softId?: number;
  callbackUrl?: string;
}

type Variables = [name: string, value: string][];

function create(): Command {
  return callerCommand("create")
    .description("Creates a task: a template that runs in a browser.")
    .requiredOption("--template <name>", "the template's name")
    .requiredOption("--url <address>", "where its browser starts", readAddress)
    .option("--var <name=value>", "a variable's value; once for each", readVariable)
    .option("--wait <name>", "a variable whose value is pushed later; once for each", readLateVariable)
    .option("--soft-id <softId>", "the application that the task is created through", readId)
    .option("--callback-url <address>", "gets the result by POST when the task ends", readAddress)
    .addHelpText(
      "after",
      '\nExample:\n  gatepost task create --template "Sign in" --url https://example.com/login \\\n' +
        "    --var login=ada --wait code",
    )
    .action(async (options: CreateOptions, command: Command) => {
      const { template: templateName, url: websiteURL, softId, callbackUrl, json } = options;
      const variables = [...(options.var ?? []), ...(options.wait ?? [])];
      const twice = variables.find(([name], index) => variables.findIndex(([other]) => other === name) < index);
      if (twice) command.error(`error: the variable ${twice[0]} is given twice`);
      await report({
        json,
        work: () =>
          openClient(options).createTask({
            task: { type: "AntiGateTask", websiteURL, templateName, variables: Object.fromEntries(variables) },
            softId,
            callbackUrl,
          }),
        text: ({ taskId }) =>
          columns([
            ["taskId", String(taskId)],
            ["waits for", options.wait?.map(([name]) => name).join(", ") || "nothing"],
          ]),
      });
    });
}

function readVariable(text: string, before: Variables = []): Variables {
  const split = text.indexOf("=");
  if (split < 1) throw new InvalidArgumentError("It must be a name and a value, such as login=ada.");
  return [...before, [text.slice(0, split), text.slice(split + 1)]];
}

function readLateVariable(name: string, before: Variables = []): Variables {
  return [...before, [name, waitForIt]];
}

interface ResultOptions extends CallerOptions {
  waitUntilDone?: boolean;
}

function result(): Command {
  return callerCommand("result")
    .description("Shows how a task stands; exit code 1 where it failed.")
    .argument("<task>", "the task's id", readId)
    .option("--wait-until-done", "ask until the task has ended, and say on stderr what it waits for")
    .addHelpText("after", "\nExample:\n  gatepost task result 1000 --wait-until-done")
    .action(async (taskId: number, options: ResultOptions) => {
      const client = openClient(options);
      await report({
        json: options.json,
        work: () => (options.waitUntilDone ? waitUntilDone(client, taskId) : client.getTaskResult({ taskId })),
        text: taskResultText,
      });
    });
}

const pauseMs = 500;

/** Asks until the task has ended. A server that has no time right now is asked again when it says. */
async function waitUntilDone(client: Client, taskId: number): Promise<TaskResult> {
  let said = "";
  for (;;) {
    try {
      const result = await client.getTaskResult({ taskId });
      if (result.status === "ready") return result;
      const waits = result.waitingFor.map((name) => `gatepost push ${taskId} ${name} <value>`).join("\n  ");
      if (waits && waits !== said) console.error(`The task waits for a value:\n  ${waits}`);
      said = waits;
      await sleep(pauseMs);
    } catch (error) {
      if (!(error instanceof GatepostError) || error.retryAfter === undefined) throw error;
      await sleep(error.retryAfter * 1_000);
    }
  }
}
