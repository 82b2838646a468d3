import { createInvite, createUser, readSignUpMode } from "@gatepost/domain/people/create-user";
import { setPassword } from "@gatepost/domain/people/people";
import { readRowId } from "../arguments.ts";
import { commandGroup, example } from "../caller.ts";
import { commandName } from "../command-name.ts";
import { operate, operatorCommand } from "../operator.ts";
import { columns } from "../output/report.ts";
import { newPassword } from "../password.ts";

export const userCommand = () =>
  commandGroup("user", "People who sign in to the portal, directly on the database.", [
    operatorCommand("create")
      .description("Creates a person who can sign in to an account, with a generated password that is shown once.")
      .requiredOption("--email <address>", "the email address to sign in with")
      .requiredOption("--account <accountId>", "the account to sign in to", readRowId)
      .addHelpText(...example("user create --email ada@example.com --account 2"))
      .action(async ({ email, account: accountId, json }) => {
        const made = newPassword();
        const input = { email, passwordHash: await hashPassword(made), account: { accountId } };
        await operate(json, {
          work: (ctx) => createUser({ ctx, input }).then(() => ({ email, accountId, password: made })),
          text: passwordText,
        });
      }),
    operatorCommand("password")
      .description("Sets a new generated password, shows it once, and signs the person out everywhere.")
      .requiredOption("--email <address>", "the person's email address")
      .addHelpText(...example("user password --email ada@example.com"))
      .action(async ({ email, json }) => {
        const made = newPassword();
        const passwordHash = await hashPassword(made);
        await operate(json, {
          work: (ctx) => setPassword({ ctx, input: { email, passwordHash } }).then(() => ({ email, password: made })),
          text: passwordText,
        });
      }),
    operatorCommand("invite")
      .description("Creates an invitation link for one address, valid for a week, unless GATEPOST_SIGNUP is closed.")
      .requiredOption("--email <address>", "the email address to invite")
      .addHelpText(...example("user invite --email ada@example.com"))
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
