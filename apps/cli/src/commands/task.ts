import { watchTask } from "@gatepost/contract/watch-task";
import { listTasks } from "@gatepost/domain/task/list-tasks";
import { states, type TaskState } from "@gatepost/domain/task/states";
import { Command, Option } from "commander";
import { readAddress, readId, readRowId } from "../argument.ts";
import { type CallerOptions, callerCommand, openClient } from "../caller.ts";
import { columns } from "../columns.ts";
import { showDollars } from "../dollars.ts";
import { type ListOptions, listCommand, printPage } from "../list-command.ts";
import { minute } from "../operator.ts";
import { report } from "../report.ts";
import { table } from "../table.ts";
import { taskResultText } from "../task-result-text.ts";
import { readLateVariable, readVariable, type VariableOptions, variablesOf } from "../variable-options.ts";
import { followTask, reportOnce } from "../watch-task.ts";

/** `gatepost task …`: tasks of an account, created and read as its programs do. */
export function taskCommand(): Command {
  return new Command("task")
    .description("Tasks, over HTTP with the account's key; list is the operator's.")
    .addCommand(create())
    .addCommand(result())
    .addCommand(watch())
    .addCommand(cancel())
    .addCommand(list());
}

interface CreateOptions extends CallerOptions, VariableOptions {
  template: string;
  url: string;
  softId?: number;
  callbackUrl?: string;
}

function create(): Command {
  return callerCommand("create")
    .description("Creates a task: a template that runs in a browser.")
    .requiredOption("--template <name>", "the template's name")
    .requiredOption("--url <address>", "the URL that its browser opens", readAddress)
    .option("--var <name=value>", "a variable's value; can be repeated", readVariable)
    .option("--wait <name>", "a variable whose value is pushed later; can be repeated", readLateVariable)
    .option("--soft-id <softId>", "the application that the task is created through", readId)
    .option("--callback-url <address>", "the URL that receives the result by POST when the task ends", readAddress)
    .addHelpText(
      "after",
      '\nExample:\n  gatepost task create --template "Sign in" --url https://example.com/login \\\n' +
        "    --var login=ada --wait code",
    )
    .action(async (options: CreateOptions, command: Command) => {
      const { template: templateName, url: websiteURL, softId, callbackUrl, json } = options;
      const variables = variablesOf(options, command);
      await report({
        json,
        work: () =>
          openClient(options).createTask({
            task: { type: "AntiGateTask", websiteURL, templateName, variables },
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

interface ResultOptions extends CallerOptions {
  waitUntilDone?: boolean;
}

function result(): Command {
  return callerCommand("result")
    .description("Shows the state or result of a task; exit code 1 if it failed.")
    .argument("<task>", "the task's id", readId)
    .option("--wait-until-done", "return when the task has ended, and show on stderr what it waits for")
    .addHelpText("after", "\nExample:\n  gatepost task result 1000 --wait-until-done")
    .action(async (taskId: number, options: ResultOptions) => {
      const client = openClient(options);
      await report({
        json: options.json,
        work: () =>
          options.waitUntilDone
            ? watchTask({ client, taskId, onProgress: reportOnce(taskId) })
            : client.getTaskResult({ taskId }),
        text: taskResultText,
      });
    });
}

function watch(): Command {
  return callerCommand("watch")
    .description("Follows a task to its end, and asks here for the values it waits for; exit code 1 if it failed.")
    .argument("<task>", "the task's id", readId)
    .addHelpText("after", "\nExample:\n  gatepost task watch 1000")
    .action(async (taskId: number, options: CallerOptions) => {
      const client = openClient(options);
      await report({ json: options.json, work: () => followTask({ client, taskId }), text: taskResultText });
    });
}

function cancel(): Command {
  return callerCommand("cancel")
    .description("Stops a task that has not ended; its price is released.")
    .argument("<task>", "the task's id", readId)
    .option("--reason <text>", "shown in the task's error")
    .addHelpText("after", '\nExample:\n  gatepost task cancel 1000 --reason "The code never came."')
    .action(async (taskId: number, options: CallerOptions & { reason?: string }) => {
      await report({
        json: options.json,
        work: () => openClient(options).cancelTask({ taskId, reason: options.reason }),
        text: () => `Task ${taskId} is cancelled.`,
      });
    });
}

interface TaskListOptions extends ListOptions {
  account?: number;
  state?: TaskState;
}

function list(): Command {
  return listCommand(
    "Lists the latest tasks, directly on the database, for the operator.",
    "gatepost task list --state waiting",
  )
    .option("--account <accountId>", "only those of this account", readRowId)
    .addOption(new Option("--state <state>", "only those that are").choices(states))
    .action(async ({ account: accountId, state, ...options }: TaskListOptions) => {
      await printPage({
        options,
        async read(ctx, page) {
          const { items, next } = await listTasks({ ctx, input: { accountId, state, ...page } });
          return { items: items.map(({ price, ...task }) => ({ ...task, price: BigInt(price) })), next };
        },
        text: (tasks) =>
          table(
            ["taskId", "account", "softId", "created (UTC)", "price", "state", "", "template"],
            tasks.map((task) => [
              String(task.taskId),
              String(task.accountId),
              task.softId === null ? "" : String(task.softId),
              minute(task.createdAt),
              showDollars(task.price),
              task.state,
              task.errorCode ?? (task.waitingFor.length > 0 ? `for ${task.waitingFor.join(", ")}` : ""),
              task.templateName,
            ]),
          ),
        none: "There is no such task.",
      });
    });
}
