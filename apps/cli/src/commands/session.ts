import { pageLimits } from "@gatepost/contract/limits";
import { Command } from "commander";
import { readId, readLimit } from "../argument.ts";
import { type CallerOptions, callerCommand, openClient } from "../caller.ts";
import { report } from "../report.ts";
import { sizeText } from "../size-text.ts";
import { table } from "../table.ts";

/** `gatepost session …`: cookies and storage that an account's tasks share. */
export function sessionCommand(): Command {
  return new Command("session")
    .description("Cookies and storage that tasks leave for the next ones, with the account's key.")
    .addCommand(listSessions())
    .addCommand(deleteSession());
}

interface PageOptions extends CallerOptions {
  limit?: number;
  after?: number;
}

function listSessions(): Command {
  return callerCommand("list")
    .description("Lists the account's sessions. What is in them is never shown.")
    .option("--limit <number>", `how many, ${pageLimits.max} at most (default: ${pageLimits.default})`, readLimit)
    .option("--after <id>", "the next page: those that follow this one", readId)
    .addHelpText("after", "\nExample:\n  gatepost session list")
    .action(async ({ limit, after, ...options }: PageOptions) => {
      await report({
        json: options.json,
        work: () => openClient(options).listSessions({ limit, after }),
        text: ({ sessions, next }) => {
          const rows = sessions.map(({ name, site, saved, expires, bytes, openTasks, problem }) => [
            name,
            site ?? "",
            saved === undefined ? "never" : day(saved),
            day(expires),
            bytes === undefined ? "" : sizeText(bytes),
            String(openTasks),
            problem ?? "",
          ]);
          const head = ["name", "site", "saved", "expires", "size", "open tasks", "problem"];
          const shown = rows.length > 0 ? table(head, rows) : "The account has no sessions.";
          return next === undefined ? shown : `${shown}\n\nThere are more: add --after ${next}`;
        },
      });
    });
}

function day(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 10);
}

function deleteSession(): Command {
  return callerCommand("delete")
    .description("Deletes a session: the next task that names it begins anew.")
    .argument("<name>", "the session's name")
    .addHelpText("after", "\nExample:\n  gatepost session delete bank")
    .action(async (name: string, options: CallerOptions) => {
      await report({
        json: options.json,
        work: () => openClient(options).deleteSession({ name }),
        text: () => `Deleted ${name}.`,
      });
    });
}
