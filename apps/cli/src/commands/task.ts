import { Option } from "@commander-js/extra-typings";
import { callbackEvents } from "@gatepost/contract/events";
import { readAddress, readId, variablesOf, withVariables } from "../arguments.ts";
import { callerCommand, commandGroup, openClient } from "../caller.ts";
import { report } from "../output/report.ts";
import { saveResult } from "../output/save-result.ts";
import { taskResultText, wholeResultHint } from "../output/task-result-text.ts";
import { columns } from "../output/terminal-text.ts";
import { followTask, reportOnce, watching } from "../watch-task.ts";
import { listOwn } from "./task-lists.ts";
import { declineCommand, extendCommand, linkCommand } from "./waits.ts";

export const taskCalls = () =>
  commandGroup("task", "Tasks of the account, over HTTP with its key.", [
    create(),
    result(),
    watch(),
    cancel(),
    declineCommand(),
    extendCommand(),
    linkCommand(),
    listOwn(),
  ]);

function create() {
  const command = callerCommand("create")
    .description("Creates a task: a template that runs in a browser.")
    .requiredOption("--template <name>", "the template's name")
    .requiredOption("--url <address>", "the URL that its browser opens", readAddress);
  return withVariables(command)
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
      await report({
        json,
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
            : columns([
                ["taskId", String(taskId)],
                ["waits for", options.wait?.map(([name]) => name).join(", ") || "nothing"],
              ]),
      });
    });
}

function result() {
  return callerCommand("result")
    .description("Shows the state or result of a task; exit code 1 if it failed.")
    .argument("<task>", "the task's id", readId)
    .option("--wait-until-done", "return when the task has ended, and show on stderr what it waits for")
    .option("--save <folder>", "write its files, screenshots, HTML snapshots, texts and data there")
    .option("--force", "with --save, replace files that are there already")
    .addHelpText("after", "\nExample:\n  gatepost task result 1000 --wait-until-done --save out")
    .action(async (taskId, options) => {
      const client = openClient(options);
      const read = () =>
        options.waitUntilDone
          ? client.watch(taskId, { retrySeconds: watching.retrySeconds, onProgress: reportOnce(taskId) })
          : client.getTaskResult({ taskId });
      await report({
        json: options.json,
        work: () => (options.save === undefined ? read() : saveResult(read, options.save, options)),
        text: (found) => taskResultText(found, options.save === undefined ? wholeResultHint(taskId) : ""),
      });
    });
}

function watch() {
  return callerCommand("watch")
    .description("Follows a task to its end, and asks here for the values it waits for; exit code 1 if it failed.")
    .argument("<task>", "the task's id", readId)
    .addHelpText("after", "\nExample:\n  gatepost task watch 1000")
    .action(async (taskId, options) => {
      const client = openClient(options);
      await report({
        json: options.json,
        work: () => followTask({ client, taskId }),
        text: (found) => taskResultText(found, wholeResultHint(taskId)),
      });
    });
}

function cancel() {
  return callerCommand("cancel")
    .description("Stops a task that has not ended; its price is released.")
    .argument("<task>", "the task's id", readId)
    .option("--reason <text>", "shown in the task's error")
    .addHelpText("after", '\nExample:\n  gatepost task cancel 1000 --reason "The code never came."')
    .action(async (taskId, options) => {
      await report({
        json: options.json,
        work: () => openClient(options).cancelTask({ taskId, reason: options.reason }),
        text: () => `Task ${taskId} is cancelled.`,
      });
    });
}
