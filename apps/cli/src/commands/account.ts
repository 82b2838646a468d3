import { createAccount } from "@gatepost/domain/account/create-account";
import { createKey } from "@gatepost/domain/key/create-key";
import { Command } from "commander";
import { columns } from "../columns.ts";
import { openOperator } from "../container.ts";
import { readDollars, showDollars } from "../dollars.ts";
import { report } from "../report.ts";

/** `gatepost account …`: accounts, for the operator. */
export function accountCommand(): Command {
  return new Command("account").description("Accounts, straight on the database.").addCommand(create());
}

interface CreateOptions {
  email: string;
  balance: bigint;
  bid?: bigint;
  json?: boolean;
}

function create(): Command {
  return new Command("create")
    .description("Makes an account with a first balance and its first key.")
    .requiredOption("--email <address>", "who it belongs to")
    .requiredOption("--balance <dollars>", "what it can spend, such as 25 or 0.50", readDollars)
    .option("--bid <dollars>", "what it offers for a task (default: 0.002)", readDollars)
    .option("--json", "print accountId and clientKey as JSON")
    .addHelpText("after", "\nExample:\n  gatepost account create --email ada@example.com --balance 25 --bid 0.01")
    .action(async ({ email, balance, bid, json }: CreateOptions) => {
      await using ctx = await openOperator();
      await report({
        json,
        async work() {
          const { accountId } = await createAccount({
            ctx,
            input: { email, balance, ...(bid !== undefined && { bid }) },
          });
          const { clientKey } = await createKey({ ctx, input: { accountId, name: "first key" } });
          return { accountId, clientKey };
        },
        text: ({ accountId, clientKey }) =>
          columns([
            ["accountId", String(accountId)],
            ["clientKey", `${clientKey}\nKeep it: it is not stored, and not shown again.`],
            ["balance", showDollars(balance)],
          ]),
      });
    });
}
