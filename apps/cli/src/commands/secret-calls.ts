import type { Command } from "commander";
import { type CallerOptions, callerCommand, openClient } from "../caller.ts";
import { type ListOptions, pageText, withPages } from "../list-command.ts";
import { readHidden } from "../read-hidden.ts";
import { report } from "../report.ts";

/** The commands for an account's stored secrets, with its key. */
export const secretCalls = (): Command[] => [setSecret(), listSecrets(), deleteSecret()];

function setSecret(): Command {
  return callerCommand("set")
    .description("Stores a value that templates type. It is read from standard input, or asked for without showing it.")
    .argument("<name>", "the name by which templates use it")
    .requiredOption("--domain <host...>", "where it may be typed: a host, with its subdomains; can be repeated")
    .addHelpText(
      "after",
      '\nThe line break at the end of standard input is no part of the value.\n\nExample:\n  gatepost secret set "bank password" --domain bank.example < password.txt',
    )
    .action(async (name: string, { domain: domains, ...options }: CallerOptions & { domain: string[] }) => {
      await report({
        json: options.json,
        work: async () => {
          const value = await readHidden(`The value of ${name}: `);
          return openClient(options).saveSecret({ name, value, domains });
        },
        text: () =>
          `Stored ${name} for ${domains.join(", ")}. Templates type it with {"secret": ${JSON.stringify(name)}}.`,
      });
    });
}

function listSecrets(): Command {
  return withPages(callerCommand("list"))
    .description("Lists the account's stored secrets with their domains. Values are never shown.")
    .addHelpText("after", "\nExample:\n  gatepost secret list")
    .action(async ({ limit, after, ...options }: CallerOptions & ListOptions) => {
      await report({
        json: options.json,
        work: () => openClient(options).listSecrets({ limit, after }),
        text: ({ secrets, next }) => {
          const rows = secrets.map(({ name, domains, updated }) => [
            name,
            domains.join(", "),
            new Date(updated * 1_000).toISOString().slice(0, 10),
          ]);
          const head = ["name", "domains", "stored"];
          return pageText({ head, rows, none: "The account has stored no secrets.", next });
        },
      });
    });
}

function deleteSecret(): Command {
  return callerCommand("delete")
    .description("Deletes a stored secret. Tasks that have begun keep it until they end.")
    .argument("<name>", "the secret's name")
    .addHelpText("after", '\nExample:\n  gatepost secret delete "bank password"')
    .action(async (name: string, options: CallerOptions) => {
      await report({
        json: options.json,
        work: () => openClient(options).deleteSecret({ name }),
        text: () => `Deleted ${name}.`,
      });
    });
}
