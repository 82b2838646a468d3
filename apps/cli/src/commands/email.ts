import { listEmailAddresses } from "@gatepost/domain/email-address/list-email-addresses";
import { removeEmailAddress } from "@gatepost/domain/email-address/remove-email-address";
import { Command } from "commander";
import { readRowId } from "../argument.ts";
import { columns } from "../columns.ts";
import { type OfAccount, ofAccount, operate, operatorCommand } from "../operator.ts";

/** `gatepost email …`: the addresses that get emails about waiting tasks, for the operator. */
export function emailCommand(): Command {
  return new Command("email")
    .description(
      "Addresses that get emails about waiting tasks, directly on the database. People add them in the portal.",
    )
    .addCommand(list())
    .addCommand(remove());
}

function list(): Command {
  return ofAccount(operatorCommand("list"), "whose addresses")
    .description("Lists the addresses of an account's people.")
    .addHelpText("after", "\nExample:\n  gatepost email list --account 2")
    .action(async ({ account: accountId, json }: OfAccount) => {
      await operate({
        json,
        work: async (ctx) => ({ addresses: await listEmailAddresses({ ctx, input: { accountId } }) }),
        text: ({ addresses }) =>
          addresses.length > 0
            ? columns(addresses.map(({ addressId, email, state }) => [String(addressId), `${email}  ${state}`]))
            : `Account ${accountId} has no addresses.`,
      });
    });
}

function remove(): Command {
  return operatorCommand("remove")
    .description("Removes an address: it gets no more emails, and its links end.")
    .argument("<address>", "the address's id", readRowId)
    .addHelpText("after", "\nExample:\n  gatepost email remove 7")
    .action(async (addressId: number, { json }: { json?: boolean }) => {
      await operate({
        json,
        work: (ctx) => removeEmailAddress({ ctx, input: { addressId } }).then(() => ({ addressId })),
        text: () => `Removed address ${addressId}.`,
      });
    });
}
