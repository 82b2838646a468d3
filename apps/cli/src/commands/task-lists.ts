import { Option } from "@commander-js/extra-typings";
import { listTasks } from "@gatepost/domain/tasks/list-tasks";
import { states } from "@gatepost/domain/tasks/states";
import { showDollars } from "@gatepost/presenters/dollars";
import { readErrorCode, readId, readRowId } from "../arguments.ts";
import { callerCommand, openClient } from "../caller.ts";
import { listCommand, pageText, printPage, withPages } from "../operator.ts";
import { report } from "../output/report.ts";

const stateOption = () => new Option("--state <state>", "only those that are").choices(states);

export function listOwn() {
  return withPages(
    callerCommand("list", "task list --state waiting", "task list --error-code ERROR_TASK_TIMEOUT --from 2026-11-01")
      .description("Lists the account's latest tasks.")
      .addOption(stateOption())
      .option("--template <name>", "only those of this template")
      .option("--soft-id <softId>", "only those of this application", readId)
      .option(
        "--error-code <code>",
        "only those that failed with this error, such as ERROR_TASK_TIMEOUT",
        readErrorCode,
      )
      .option("--from <day>", "only those that ended on this day or later, such as 2026-11-01")
      .option("--to <day>", "only those that ended on this day or earlier (without --from: in the 30 days up to it)")
      .option("--timezone <zone>", "the time zone of the days, such as Europe/Paris (default: UTC)"),
  ).action(({ template: templateName, key, server, json, ...filters }) =>
    report(json, {
      work: () => openClient({ key, server }).listTasks({ templateName, ...filters }),
      text: ({ tasks: items, next }) =>
        pageText({
          items,
          next,
          head: ["taskId", "softId", "created (UTC)", "state", "", "template"],
          row({ taskId, softId, createTime, state, errorCode, waitingFor, templateName }) {
            const created = new Date(createTime * 1_000);
            return [taskId, softId, created, state, errorCode ?? waitText(waitingFor), templateName];
          },
          none: "No tasks match.",
        }),
    }),
  );
}

export function listAll() {
  return listCommand(
    "Lists the latest tasks of all accounts, directly on the database, for the operator.",
    "task list-all --state waiting",
    readId,
  )
    .name("list-all")
    .option("--account <accountId>", "only those of this account", readRowId)
    .addOption(stateOption())
    .action(({ account: accountId, state, ...options }) =>
      printPage(options, {
        async read(ctx, page) {
          const { items, next } = await listTasks({ ctx, input: { accountId, state, ...page } });
          return { items: items.map(({ price, ...task }) => ({ ...task, price: BigInt(price) })), next };
        },
        head: ["taskId", "account", "softId", "created (UTC)", "price", "state", "", "template"],
        row({ taskId, accountId, softId, createdAt, price, state, errorCode, waitingFor, templateName }) {
          const why = errorCode ?? waitText(waitingFor);
          return [taskId, accountId, softId, createdAt, showDollars(price), state, why, templateName];
        },
        none: "No tasks match.",
      }),
    );
}

const waitText = (names: readonly string[] = []): string => (names.length > 0 ? `for ${names.join(", ")}` : "");
