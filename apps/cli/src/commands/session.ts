import { callerCommand, commandGroup, example, openClient } from "../caller.ts";
import { pageText, withPages } from "../operator.ts";
import { report, sizeText } from "../output/report.ts";

export const sessionCommand = () =>
  commandGroup("session", "Cookies and storage that tasks leave for the next ones, with the account's key.", [
    withPages(callerCommand("list"))
      .description("Lists the account's sessions. What is in them is never shown.")
      .addHelpText(...example("session list"))
      .action(({ limit, after, ...options }) =>
        report(options.json, {
          work: () => openClient(options).listSessions({ limit, after }),
          text: ({ sessions, next }) => {
            const rows = sessions.map(({ name, site, saved, expires, bytes, openTasks, problem }) => [
              name,
              site,
              saved === undefined ? "never" : day(saved),
              day(expires),
              bytes === undefined ? null : sizeText(bytes),
              openTasks,
              problem,
            ]);
            const head = ["name", "site", "saved", "expires", "size", "open tasks", "problem"];
            return pageText({ head, rows, none: "The account has no sessions.", next });
          },
        }),
      ),
    callerCommand("delete")
      .description("Deletes a session: the next task that names it begins anew.")
      .argument("<name>", "the session's name")
      .addHelpText(...example("session delete bank"))
      .action((name, options) =>
        report(options.json, {
          work: () => openClient(options).deleteSession({ name }),
          text: () => `Deleted ${name}.`,
        }),
      ),
  ]);

const day = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10);
