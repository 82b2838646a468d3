import { constants } from "node:os";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { changeSecret } from "@gatepost/domain/encryption/change-secret";
import { onStopRequest } from "@gatepost/domain/platform/signal";
import { createVault } from "@gatepost/domain/platform/vault";
import { callerCommand, commandGroup, openClient } from "../caller.ts";
import { commandName } from "../command-name.ts";
import { operatorOf, requireMigrated } from "../container.ts";
import { findDatabase, requireNoNewerVersion } from "../installation/database.ts";
import { nextSecret, presentSecret, replaceSecret } from "../installation/secret.ts";
import { readSettings, type Settings } from "../installation/settings.ts";
import { operatorCommand, pageText, withPages } from "../operator.ts";
import { day, report, terminalPhase } from "../output/report.ts";

/** `gatepost secret …`: the secrets that an account stores for its templates, and the installation's own. */
export function secretCommand() {
  return secretCalls()
    .description("Secrets that templates type, and the one that encrypts stored values.")
    .addCommand(
      operatorCommand("rotate")
        .description("Encrypts every stored value again with a new secret.")
        .addHelpText("after", explanation)
        .action(async ({ json }) => {
          const settings = readSettings(process.env);
          await report(json, {
            work: () => rotateSecret(settings),
            text: ({ sealed, old }) =>
              `${sealed.toLocaleString("en-US")} values are encrypted under the new secret.\n${
                old
                  ? `The old one is kept in ${old}: backups that were made until now need it.`
                  : "Set GATEPOST_SECRET to what GATEPOST_SECRET_NEXT holds before you start Gatepost. Keep the old one for older backups."
              }`,
          });
        }),
    );
}

const explanation = `
Stop Gatepost first. If it is interrupted, run it again: it continues, and Gatepost does not start until it has finished.
Where GATEPOST_SECRET holds the secret, GATEPOST_SECRET_NEXT must hold the one to change to.
Afterwards, people must sign in again, invitations must be sent again, and the demo has a new key. Account keys keep working.
A call that is repeated with an earlier Idempotency-Key is refused as having a different body.

Example:
  gatepost secret rotate`;

/** `old`: where the old secret is kept, if it was the data folder's. */
async function rotateSecret(settings: Settings): Promise<{ sealed: number; old: string | null }> {
  const secret = await presentSecret(settings);
  await using database = await findDatabase(settings);
  await using ctx = operatorOf({ databaseUrl: database.url, secret });
  await requireMigrated(ctx);
  const next = async () => {
    await requireNoNewerVersion(database.url);
    return createVault(settings.secret ? nextOfEnvironment(settings.secret) : await nextSecret(settings));
  };
  let old: string | null = null;
  const replace = async () => {
    if (!settings.secret) old = await replaceSecret(settings);
  };
  let done = 0;
  const interrupted = new AbortController();
  using _ = onStopRequest((_request, signal) => {
    // As a shell reports a program that a signal ended.
    process.exitCode = 128 + constants.signals[signal];
    interrupted.abort();
  });
  const { sealed } = await terminalPhase("encrypting", (say) =>
    changeSecret({
      ctx,
      input: {
        next,
        replace,
        signal: interrupted.signal,
        onProgress(n) {
          done = n;
          say(`${n.toLocaleString("en-US")} values`);
        },
      },
    }),
  ).catch((error: unknown) => {
    throw error === interrupted.signal.reason ? new Error(interruptedText(done)) : error;
  });
  // It had finished when the request to stop came.
  process.exitCode = 0;
  return { sealed, old };
}

function interruptedText(done: number): string {
  return (
    `Interrupted after ${done.toLocaleString("en-US")} values; the others are still encrypted under the old secret. ` +
    `Run ${commandName} secret rotate again, which continues: Gatepost does not start until it has finished.`
  );
}

function nextOfEnvironment(present: string): string {
  const next = process.env.GATEPOST_SECRET_NEXT ?? "";
  if (next.length < 32 || next === present)
    throw new Error(
      "GATEPOST_SECRET holds the secret, so set GATEPOST_SECRET_NEXT to the one to change to: another one, of at least 32 characters, chosen at random.",
    );
  return next;
}

export const secretCalls = () =>
  commandGroup("secret", "Secrets that templates of the account type, over HTTP with its key.", [
    callerCommand("set")
      .description(
        "Stores a value that templates type. It is read from standard input, or asked for without showing it.",
      )
      .argument("<name>", "the name by which templates use it")
      .requiredOption("--domain <host...>", "where it may be typed: a host, with its subdomains; can be repeated")
      .addHelpText(
        "after",
        '\nThe line break at the end of standard input is no part of the value.\n\nExample:\n  gatepost secret set "bank password" --domain bank.example < password.txt',
      )
      .action((name, { domain: domains, ...options }) =>
        report(options.json, {
          work: async () => {
            const value = await readHidden(`The value of ${name}: `);
            return openClient(options).saveSecret({ name, value, domains });
          },
          text: () =>
            `Stored ${name} for ${domains.join(", ")}. Templates type it with {"secret": ${JSON.stringify(name)}}.`,
        }),
      ),
    withPages(callerCommand("list", "secret list"))
      .description("Lists the account's stored secrets with their domains. Values are never shown.")
      .action(({ limit, after, ...options }) =>
        report(options.json, {
          work: () => openClient(options).listSecrets({ limit, after }),
          text: ({ secrets: items, next }) =>
            pageText({
              items,
              next,
              head: ["name", "domains", "stored"],
              row: ({ name, domains, updated }) => [name, domains.join(", "), day(updated)],
              none: "The account has stored no secrets.",
            }),
        }),
      ),
    callerCommand("delete", 'secret delete "bank password"')
      .description("Deletes a stored secret. Tasks that have begun keep it until they end.")
      .argument("<name>", "the secret's name")
      .action((name, options) =>
        report(options.json, {
          work: () => openClient(options).deleteSecret({ name }),
          text: () => `Deleted ${name}.`,
        }),
      ),
  ]);

/**
 * A secret value: what is typed at a terminal, which does not show it, or else standard input, without a byte-order mark
 * and without the line break at its end. Never an argument, which other users of the machine could read and the shell's history keeps.
 */
async function readHidden(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, "");
  process.stderr.write(prompt);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  terminal.on("SIGINT", () => process.exit(130));
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}
