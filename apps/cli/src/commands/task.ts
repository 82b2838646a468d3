import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { callbackEvents } from "@gatepost/contract/events";
import { longestWait } from "@gatepost/contract/limits";
import { parseExactJson } from "@gatepost/domain/platform/exact-json";
import { readAddress, readId, readSeconds, variablesOf, withVariables } from "../arguments.ts";
import { callerCommand, commandGroup, openClient } from "../caller.ts";
import { pushEntered } from "../entered-value.ts";
import { columns, report } from "../output/report.ts";
import { saveResult } from "../output/save-result.ts";
import { taskResultText, wholeResultHint } from "../output/task-result-text.ts";
import { followTask, reportOnce, watching } from "../watch-task.ts";
import { listOwn } from "./task-lists.ts";

const ofTask = (name: string, ...examples: string[]) =>
  callerCommand(name, ...examples).argument("<task>", "the task's id", readId);
const ofWait = (name: string, ...examples: string[]) =>
  ofTask(name, ...examples).argument("<name>", "the variable's name");

export const taskCalls = () =>
  commandGroup("task", "Tasks of the account, over HTTP with its key.", [
    withVariables(
      callerCommand("create")
        .description("Creates a task: a template that runs in a browser.")
        .requiredOption("--template <name>", "the template's name")
        .requiredOption("--url <address>", "the URL that its browser opens", readAddress),
    )
      .option("--soft-id <softId>", "the application that the task is created through", readId)
      .option("--session <name>", "the session whose cookies and storage it continues")
      .option("--callback-url <address>", "the URL that receives the result by POST when the task ends", readAddress)
      .option("--notify <email...>", "confirmed addresses that get an email when it begins to wait for a value")
      .addOption(new Option("--callback-on <event...>", "call it for these events too").choices(callbackEvents))
      .addOption(new Option("--id", "print only the task's id, for a script").conflicts("json"))
      .addHelpText(
        "after",
        '\nExample:\n  gatepost task create --template "Sign in" --url https://example.com/login \\\n' +
          "    --var login=ada --wait code",
      )
      .action(async (options, command) => {
        const {
          template: templateName,
          url: websiteURL,
          session,
          softId,
          callbackUrl,
          callbackOn,
          notify,
          json,
        } = options;
        const variables = variablesOf(options, command);
        await report(json, {
          work: () =>
            openClient(options).createTask({
              task: { type: "AntiGateTask", websiteURL, templateName, variables, session },
              softId,
              callbackUrl,
              callbackOn,
              notify,
            }),
          text: ({ taskId }) =>
            options.id
              ? String(taskId)
              : columns({ taskId, "waits for": options.wait?.map(([name]) => name).join(", ") || "nothing" }),
        });
      }),
    ofTask("result", "task result 1000 --wait-until-done --save out")
      .description("Shows the state or result of a task; exit code 1 if it failed.")
      .option("--wait-until-done", "return when the task has ended, and show on stderr what it waits for")
      .option("--save <folder>", "write its files, screenshots, HTML snapshots, texts and data there")
      .option("--force", "with --save, replace files that are there already")
      .action(async (taskId, options) => {
        const client = openClient(options);
        const read = () =>
          options.waitUntilDone
            ? client.watch(taskId, { retrySeconds: watching.retrySeconds, onProgress: reportOnce(taskId) })
            : client.getTaskResult({ taskId });
        await report(options.json, {
          work: () => (options.save === undefined ? read() : saveResult(read, options.save, options)),
          text: (found) => taskResultText(found, options.save === undefined ? wholeResultHint(taskId) : ""),
        });
      }),
    ofTask("watch", "task watch 1000")
      .description("Follows a task to its end, and asks here for the values it waits for; exit code 1 if it failed.")
      .action(async (taskId, options) => {
        const client = openClient(options);
        await report(options.json, {
          work: () => followTask({ client, taskId }),
          text: (found) => taskResultText(found, wholeResultHint(taskId)),
        });
      }),
    ofTask("cancel", 'task cancel 1000 --reason "The code never came."')
      .description("Stops a task that has not ended; its price is released.")
      .option("--reason <text>", "shown in the task's error")
      .action((taskId, options) =>
        report(options.json, {
          work: () => openClient(options).cancelTask({ taskId, reason: options.reason }),
          text: () => `Task ${taskId} is cancelled.`,
        }),
      ),
    ofWait("decline", 'task decline 1000 2fa_input_value --reason "I did not ask for this sign-in."')
      .description("Declines to give a value that a task waits for; the task ends, and its price is released.")
      .requiredOption("--reason <text>", "shown in the task's error")
      .action((taskId, name, { reason, ...options }) =>
        report(options.json, {
          work: () => openClient(options).declineVariable({ taskId, name, reason }),
          text: () => `Declined ${name}: task ${taskId} has ended.`,
        }),
      ),
    ofWait("extend", "task extend 1000 2fa_input_value 10m")
      .description("Extends a wait, and the task's time limit as much.")
      .argument("<time>", `from now, such as 600s or 10m; ${longestWait / 3_600}h at most`, readSeconds)
      .action((taskId, name, seconds, options) =>
        report(options.json, {
          work: () => openClient(options).extendWait({ taskId, name, seconds }),
          text: ({ expiresAt }) =>
            `Task ${taskId} waits for ${name} until ${new Date(expiresAt * 1_000).toISOString()}.`,
        }),
      ),
    ofWait("link", "task link 1000 2fa_input_value --expires-in 1h")
      .description("Creates a link with which anybody who has it can give a value to a task.")
      .option("--expires-in <time>", "how long it works at most, such as 1h (default: 24h)", readSeconds)
      .action((taskId, name, { expiresIn, ...options }) =>
        report(options.json, {
          work: () => openClient(options).createAnswerLink({ taskId, name, expiresIn }),
          text: ({ url }) => url,
        }),
      ),
    listOwn(),
  ]);

export function pushCommand() {
  return ofWait("push", "push 1000 2fa_input_value 349001", "push 1000 approve yes")
    .description("Pushes the value of a late variable to a task.")
    .argument("<value>", "its value: text, yes or no, a number, @ and a path for a file; -- before a dash")
    .option("--json-value", "read the value as JSON: a number, true, null, an object")
    .action(async (taskId, name, value, { jsonValue = false, ...options }, command) => {
      const json = jsonValue ? { value: readJson(value, command) } : undefined;
      await report(options.json, {
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
