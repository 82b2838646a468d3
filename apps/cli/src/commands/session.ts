import { callerCommand, commandGroup, openClient } from "../caller.ts";
import { pageText, withPages } from "../operator.ts";
import { day, report, sizeText } from "../output/report.ts";

export const sessionCommand = () =>
  commandGroup("session", "Cookies and storage that tasks leave for the next ones, with the account's key.", [
    withPages(callerCommand("list", "session list"))
      .description("Lists the account's sessions. What is in them is never shown.")
      .action(({ limit, after, ...options }) =>
        report(options.json, {
          work: () => openClient(options).listSessions({ limit, after }),
          text: ({ sessions: items, next }) =>
            pageText({
              items,
              next,
              head: ["name", "site", "saved", "expires", "size", "open tasks", "problem"],
              row({ name, site, saved, expires, bytes, openTasks, problem }) {
                const size = bytes === undefined ? null : sizeText(bytes);
                return [name, site, saved === undefined ? "never" : day(saved), day(expires), size, openTasks, problem];
              },
              none: "The account has no sessions.",
            }),
        }),
      ),
    callerCommand("delete", "session delete bank")
      .description("Deletes a session: the next task that names it begins anew.")
      .argument("<name>", "the session's name")
      .action((name, options) =>
        report(options.json, {
          work: () => openClient(options).deleteSession({ name }),
          text: () => `Deleted ${name}.`,
        }),
      ),
  ]);
