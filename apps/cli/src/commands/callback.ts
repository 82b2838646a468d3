import { rollCallbackSecret } from "@gatepost/domain/webhook/roll-callback-secret";
import { Command } from "commander";
import { readRowId } from "../argument.ts";
import { columns } from "../columns.ts";
import { operate, operatorCommand } from "../operator.ts";

/** `gatepost callback …`: the secrets that sign callbacks, for the operator. */
export function callbackCommand(): Command {
  return new Command("callback")
    .description("Callbacks of accounts, directly on the database.")
    .addCommand(rollSecret());
}

function rollSecret(): Command {
  return operatorCommand("roll-secret")
    .description(
      "Creates a new secret for verifying callbacks and shows it once. The previous one works for another day.",
    )
    .requiredOption("--account <accountId>", "the account whose callbacks it signs", readRowId)
    .addHelpText("after", "\nExample:\n  gatepost callback roll-secret --account 2")
    .action(async ({ account: accountId, json }: { account: number; json?: boolean }) => {
      await operate({
        json,
        work: (ctx) => rollCallbackSecret({ ctx, input: { accountId } }),
        text: ({ secret }) => columns([["secret", `${secret}\nKeep it: it is not shown again.`]]),
      });
    });
}
