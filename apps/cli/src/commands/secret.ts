import { constants } from "node:os";
import { changeSecret } from "@gatepost/domain/secret/change-secret";
import { onStopRequest } from "@gatepost/domain/stop-requests";
import { createVault } from "@gatepost/domain/vault";
import { Command } from "commander";
import { commandName } from "../command-name.ts";
import { operatorOf } from "../container.ts";
import { report } from "../report.ts";
import { terminalPhase } from "../terminal-phase.ts";
import { findDatabase } from "../up/database.ts";
import { nextSecret, presentSecret, replaceSecret } from "../up/secret.ts";
import { readSettings, type Settings } from "../up/settings.ts";
import { secretCalls } from "./secret-calls.ts";

/** `gatepost secret …`: the secrets that an account stores for its templates, and the installation's own. */
export function secretCommand(): Command {
  const command = new Command("secret").description(
    "Secrets that templates type, and the one that encrypts stored values.",
  );
  for (const call of secretCalls()) command.addCommand(call);
  return command.addCommand(rotate());
}

const explanation = `
Stop Gatepost first. If it is interrupted, run it again: it continues, and Gatepost does not start until it has finished.
Where GATEPOST_SECRET holds the secret, GATEPOST_SECRET_NEXT must hold the one to change to.
Afterwards, people must sign in again, invitations must be sent again, and the demo has a new key. Account keys keep working.
A call that is repeated with an earlier Idempotency-Key is refused as having a different body.

Example:
  gatepost secret rotate`;

function rotate(): Command {
  return new Command("rotate")
    .description("Encrypts every stored value again with a new secret.")
    .option("--json", "print the result as JSON")
    .addHelpText("after", explanation)
    .action(async ({ json }: { json?: boolean }) => {
      const settings = readSettings(process.env);
      await report({
        json,
        work: () => rotateSecret(settings),
        text: ({ sealed, old }) =>
          `${sealed.toLocaleString("en-US")} values are encrypted under the new secret.\n${
            old
              ? `The old one is kept in ${old}: backups that were made until now need it.`
              : "Set GATEPOST_SECRET to what GATEPOST_SECRET_NEXT holds before you start Gatepost. Keep the old one for older backups."
          }`,
      });
    });
}

/** `old`: where the old secret is kept, if it was the data folder's. */
async function rotateSecret(settings: Settings): Promise<{ sealed: number; old: string | null }> {
  const secret = await presentSecret(settings);
  await using database = await findDatabase(settings);
  await using ctx = operatorOf({ databaseUrl: database.url, secret });
  const next = async () =>
    createVault(settings.secret ? nextOfEnvironment(settings.secret) : await nextSecret(settings));
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
        ...{ next, replace, signal: interrupted.signal },
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
