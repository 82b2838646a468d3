import { listAccounts, openAccount, setAccount } from "@gatepost/domain/accounts/accounts";
import { topUp } from "@gatepost/domain/money/enter-money";
import { listEmailAddresses, removeEmailAddress } from "@gatepost/domain/notifications/email-addresses";
import { createInvite, createUser, readSignUpMode } from "@gatepost/domain/people/create-user";
import { setPassword } from "@gatepost/domain/people/people";
import { showDollars } from "@gatepost/presenters/dollars";
import { readDollars, readRowId } from "../arguments.ts";
import { commandGroup } from "../caller.ts";
import { commandName } from "../command-name.ts";
import { listCommand, ofAccount, operate, operatorCommand, printPage } from "../operator.ts";
import { columns } from "../output/report.ts";
import { newPassword } from "../password.ts";

export const accountCommand = () =>
  commandGroup("account", "Accounts, directly on the database.", [
    operatorCommand("create", "account create --email ada@example.com --balance 25 --bid 0.01")
      .description("Creates an account with an initial balance and a key.")
      .requiredOption("--email <address>", "the owner's email address")
      .requiredOption("--balance <dollars>", "the initial balance, such as 25 or 0.50", readDollars)
      .option("--bid <dollars>", "what it offers for a task (default: 0.002)", readDollars)
      .action(({ email, balance, bid, json }) =>
        operate(json, {
          async work(ctx) {
            const input = { email, balance, ...(bid !== undefined && { bid }), keyName: "first key" };
            const { accountId, clientKey } = await openAccount({ ctx, input });
            return { accountId, clientKey };
          },
          text: ({ accountId, clientKey }) =>
            columns({
              accountId,
              clientKey: `${clientKey}\nKeep it: it is not stored, and not shown again.`,
              balance: showDollars(balance),
            }),
        }),
      ),
    operatorCommand("top-up", 'account top-up 2 25 --note "invoice 118"')
      .description("Adds money to an account, as an entry of its ledger.")
      .argument("<account>", "the account's id", readRowId)
      .argument("<dollars>", "how much, such as 25 or 0.50", readDollars)
      .option("--note <text>", "what it is for; stored in the ledger")
      .action((accountId, amount, { note, json }) =>
        operate(json, {
          work: (ctx) => topUp({ ctx, input: { accountId, amount, ...(note !== undefined && { note }) } }),
          text: ({ available }) => `Account ${accountId} has ${showDollars(available)} to spend.`,
        }),
      ),
    operatorCommand("suspend", "account suspend 2", "account suspend 2 --undo")
      .description("Refuses all further calls with an account's keys. Running tasks continue.")
      .argument("<account>", "the account's id", readRowId)
      .option("--undo", "let its keys work again")
      .action(async (accountId, { undo = false, json }) => {
        const input = { accountId, suspended: !undo };
        await operate(json, {
          work: (ctx) => setAccount({ ctx, input }).then(() => input),
          text: () => `Account ${accountId} is ${undo ? "no longer suspended" : "suspended"}.`,
        });
      }),
    listCommand(
      "Lists the accounts with their available balance, the amount held for open tasks, and their bid.",
      "account list",
    ).action((options) =>
      printPage(options, {
        read: (ctx, page) => listAccounts({ ctx, input: page }),
        head: ["id", "email", "available", "held", "bid", "keys", "apps", "since (UTC)", ""],
        row: ({ accountId, email, available, held, bid, keys, applications, createdAt, suspended }) => {
          const amounts = [available, held, bid].map((amount) => showDollars(amount));
          return [accountId, email, ...amounts, keys, applications, createdAt, suspended ? "suspended" : ""];
        },
        none: `No accounts yet: create one with ${commandName} account create.`,
      }),
    ),
    operatorCommand("set", "account set 2 --bid 0.01")
      .description("Changes an account's bid for new tasks. Existing tasks keep their price.")
      .argument("<account>", "the account's id", readRowId)
      .requiredOption("--bid <dollars>", "the bid per task, such as 0.01", readDollars)
      .action((accountId, { bid, json }) =>
        operate(json, {
          work: (ctx) => setAccount({ ctx, input: { accountId, bid } }).then(() => ({ accountId, bid })),
          text: () => `Account ${accountId} offers ${showDollars(bid)} for a task.`,
        }),
      ),
  ]);

export const emailCommand = () =>
  commandGroup(
    "email",
    "Addresses that get emails about waiting tasks, directly on the database. People add them in the portal.",
    [
      ofAccount(operatorCommand("list", "email list --account 2"), "whose addresses")
        .description("Lists the addresses of an account's people.")
        .action(({ account: accountId, json }) =>
          operate(json, {
            work: async (ctx) => ({ addresses: await listEmailAddresses({ ctx, input: { accountId } }) }),
            text: ({ addresses }) =>
              addresses.length > 0
                ? columns(addresses.map(({ addressId, email, state }) => [addressId, `${email}  ${state}`]))
                : `Account ${accountId} has no addresses.`,
          }),
        ),
      operatorCommand("remove", "email remove 7")
        .description("Removes an address: it gets no more emails, and its links end.")
        .argument("<address>", "the address's id", readRowId)
        .action((addressId, { json }) =>
          operate(json, {
            work: (ctx) => removeEmailAddress({ ctx, input: { addressId } }).then(() => ({ addressId })),
            text: () => `Removed address ${addressId}.`,
          }),
        ),
    ],
  );

export const userCommand = () =>
  commandGroup("user", "People who sign in to the portal, directly on the database.", [
    operatorCommand("create", "user create --email ada@example.com --account 2")
      .description("Creates a person who can sign in to an account, with a generated password that is shown once.")
      .requiredOption("--email <address>", "the email address to sign in with")
      .requiredOption("--account <accountId>", "the account to sign in to", readRowId)
      .action(async ({ email, account: accountId, json }) => {
        const made = newPassword();
        const input = { email, passwordHash: await hashPassword(made), account: { accountId } };
        await operate(json, {
          work: (ctx) => createUser({ ctx, input }).then(() => ({ email, accountId, password: made })),
          text: passwordText,
        });
      }),
    operatorCommand("password", "user password --email ada@example.com")
      .description("Sets a new generated password, shows it once, and signs the person out everywhere.")
      .requiredOption("--email <address>", "the person's email address")
      .action(async ({ email, json }) => {
        const made = newPassword();
        const passwordHash = await hashPassword(made);
        await operate(json, {
          work: (ctx) => setPassword({ ctx, input: { email, passwordHash } }).then(() => ({ email, password: made })),
          text: passwordText,
        });
      }),
    operatorCommand("invite", "user invite --email ada@example.com")
      .description("Creates an invitation link for one address, valid for a week, unless GATEPOST_SIGNUP is closed.")
      .requiredOption("--email <address>", "the email address to invite")
      .action(async ({ email, json }) => {
        if (readSignUpMode(process.env) === "closed")
          throw new Error(
            "GATEPOST_SIGNUP is closed, so an invitation would not work: set it to invite and restart the web server, " +
              `or add the person to an account with ${commandName} user create.`,
          );
        const until = new Date(Date.now() + 7 * 86_400_000);
        await operate(json, {
          async work(ctx) {
            return { path: `/sign-up?invite=${createInvite({ ctx, input: { email, until } })}`, until };
          },
          text: ({ path }) => `Send ${email} the site's address followed by\n${path}`,
        });
      }),
  ]);

/** The library is loaded only here: it is a tenth of all modules that help of all commands needs. */
async function hashPassword(made: string): Promise<string> {
  const crypto = await import("better-auth/crypto");
  return crypto.hashPassword(made);
}

const passwordText = (made: { email: string; password: string }): string =>
  columns({ email: made.email, password: `${made.password}\nKeep it: it is not stored, and not shown again.` });
