import { createApplication } from "@gatepost/domain/application/create-application";
import { Command } from "commander";
import { readId } from "../argument.ts";
import { columns } from "../columns.ts";
import { openOperator } from "../container.ts";
import { report } from "../report.ts";

/** `gatepost app …`: the applications of the developer portal, for the operator. */
export function appCommand(): Command {
  return new Command("app").description("Applications, straight on the database.").addCommand(create());
}

interface CreateOptions {
  account: number;
  name: string;
  downloadUrl: string;
  description?: string;
  homepage?: string;
  json?: boolean;
}

function create(): Command {
  return new Command("create")
    .description("Registers an application of an account.")
    .requiredOption("--account <accountId>", "whose it is: its statistics and its commission", readId)
    .requiredOption("--name <name>", "as its public page shows it")
    .requiredOption("--download-url <address>", "where its download link leads")
    .option("--description <text>", "what its public page says")
    .option("--homepage <address>", "its own site")
    .option("--json", "print softId as JSON")
    .addHelpText(
      "after",
      '\nExample:\n  gatepost app create --account 2 --name "Acme Exporter" --download-url https://example.com/exporter.zip',
    )
    .action(async ({ account, json, ...described }: CreateOptions) => {
      await using ctx = await openOperator();
      await report({
        json,
        work: () => createApplication({ ctx, input: { accountId: account, ...described } }),
        text: ({ softId }) =>
          columns([
            ["softId", String(softId)],
            ["page", `/apps/${softId}`],
            ["download", `/apps/${softId}/download`],
          ]),
      });
    });
}
