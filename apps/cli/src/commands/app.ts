import { Option } from "@commander-js/extra-typings";
import { createApplication, publishApplication } from "@gatepost/domain/applications/applications";
import { listApplications } from "@gatepost/domain/applications/list-applications";
import { readRowId } from "../arguments.ts";
import { commandGroup, example } from "../caller.ts";
import { commandName, commandText } from "../command-name.ts";
import { listCommand, ofAccount, operate, operatorCommand, printPage } from "../operator.ts";
import { columns } from "../output/report.ts";

export const appCommand = () =>
  commandGroup("app", "Applications, directly on the database.", [
    ofAccount(operatorCommand("create"), "whose it is: its statistics and its commission")
      .description("Registers an application of an account, and publishes its page at once.")
      .requiredOption("--name <name>", "shown on its public page")
      .requiredOption("--download-url <address>", "where its download link leads")
      .option("--description <text>", "shown on its public page")
      .option("--homepage <address>", "its website")
      .addOption(new Option("--id", "print only its softId, for a script").conflicts("json"))
      .addHelpText(
        ...example('app create --account 2 --name "Acme Exporter" --download-url https://example.com/exporter.zip'),
      )
      .action(({ account, json, id, ...described }) =>
        operate(json, {
          work: (ctx) => createApplication({ ctx, input: { accountId: account, ...described } }),
          text: ({ softId }) =>
            id
              ? String(softId)
              : columns({
                  softId,
                  page: `/apps/${softId}`,
                  download: `/apps/${softId}/download`,
                  state: `published; to hide it: ${commandText("app", "publish", softId)} --undo`,
                }),
        }),
      ),
    listCommand("Lists the applications.", "app list --account 2")
      .option("--account <accountId>", "only those of this account", readRowId)
      .action(({ account: accountId, ...options }) =>
        printPage(options, {
          read: (ctx, page) => listApplications({ ctx, input: { accountId, ...page } }),
          head: ["softId", "account", "name", "state", "since (UTC)", "download"],
          row: ({ softId, accountId, name, published, demo, createdAt, downloadUrl }) => {
            const state = `${published ? "published" : "hidden"}${demo ? ", demo" : ""}`;
            return [softId, accountId, name, state, createdAt, downloadUrl];
          },
          none: `No applications yet: register one with ${commandName} app create.`,
        }),
      ),
    operatorCommand("publish", "app publish 1002", "app publish 1002 --undo")
      .description("Publishes or hides an application's public page and download link. Its statistics are kept.")
      .argument("<softId>", "the application's id", readRowId)
      .option("--undo", "hide them")
      .action(async (softId, { undo = false, json }) => {
        const input = { softId, published: !undo };
        await operate(json, {
          work: (ctx) => publishApplication({ ctx, input }).then(() => input),
          text: () => `Application ${softId} is ${undo ? "hidden" : "published"}.`,
        });
      }),
  ]);
