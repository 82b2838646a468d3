import { rollCallbackSecret } from "@gatepost/domain/webhook/roll-callback-secret";
import { Command } from "commander";
import { columns } from "../columns.ts";
import { type OfAccount, ofAccount, operate, operatorCommand } from "../operator.ts";

/** `gatepost callback …`: the secrets that sign callbacks, for the operator. */
export function callbackCommand(): Command {
  return new Command("callback")
    .description("Callbacks of accounts, directly on the database.")
    .addCommand(rollSecret());
}

function rollSecret(): Command {
  return ofAccount(operatorCommand("roll-secret"), "the account whose callbacks it signs")
    .description(
      "Creates a new secret for verifying callbacks and shows it once. The previous one works for another day.",
    )
    .addHelpText("after", "\nExample:\n  gatepost callback roll-secret --account 2")
    .action(async ({ account: accountId, json }: OfAccount) => {
      await operate({
        json,
        work: (ctx) => rollCallbackSecret({ ctx, input: { accountId } }),
        text: ({ secret }) => columns([["secret", `${secret}\nKeep it: it is not shown again.`]]),
      });
    });
}
