import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { graceSeconds } from "@gatepost/contract/limits";
import { keyRightNames } from "@gatepost/contract/rights";
import { createKey, type ListedKey, listKeys, revokeKey, rollKey } from "@gatepost/domain/accounts/keys";
import { readMoment, readNetwork, readRowId, readSeconds } from "../arguments.ts";
import { commandGroup, example } from "../caller.ts";
import { commandName } from "../command-name.ts";
import { listCommand, ofAccount, operate, operatorCommand, printPage } from "../operator.ts";
import { columns, minute } from "../output/report.ts";

export const keyCommand = () =>
  commandGroup("key", "Keys of accounts, directly on the database.", [
    ofAccount(operatorCommand("create"), "whose key it is")
      .description("Creates a key and shows it once.")
      .requiredOption("--name <name>", "what it is for, such as shop or report")
      .addOption(
        new Option("--right <right...>", "what it may be used for; can be repeated (default: tasks, stats)").choices(
          keyRightNames,
        ),
      )
      .option("--read-only", "it can read, but not change anything")
      .option("--expires <moment>", "when it expires, such as 2027-01-01 or 2027-01-01T12:00Z", readExpiry)
      .option("--address <address>", "an address or range that may use it; can be repeated", readNetwork)
      .addHelpText(
        ...example("key create --account 2 --name report --read-only --expires 2027-01-01 --address 192.0.2.0/24"),
      )
      .action(async ({ account: accountId, name, right, readOnly = false, expires, address = [], json }) => {
        const optional = { ...(right && { rights: right }), ...(expires && { expiresAt: expires }) };
        const input = { accountId, name, readOnly, addresses: address, ...optional };
        await operate(json, { work: (ctx) => createKey({ ctx, input }), text: (made) => newKeyText(made) });
      }),
    ofAccount(
      listCommand(
        "Lists the keys of an account by their first and last characters, with their last use. Usable keys come first.",
        "key list --account 2",
      ),
      "whose they are",
    ).action(({ account: accountId, ...options }) =>
      printPage(options, {
        read: (ctx, page) => listKeys({ ctx, input: { accountId, ...page } }),
        head: ["id", "name", "key", "rights", "from", "last use (UTC)", "state"],
        row,
        none: `Account ${accountId} has no keys: create one with ${commandName} key create --account ${accountId} --name <name>.`,
      }),
    ),
    ofAccount(operatorCommand("roll", "key roll 5 --account 2 --grace 7d"), "whose key it is")
      .description(
        "Replaces a key with a new one with the same permissions. The old one works for a while, so that programs can be updated.",
      )
      .argument("<key>", "the old key's id", readRowId)
      .option(
        "--grace <time>",
        `how long the old key still works, such as 30m or 7d; 0: not at all (default: ${graceSeconds / 3_600}h)`,
        readSeconds,
      )
      .action((keyId, { account: accountId, grace = graceSeconds, json }) =>
        operate(json, {
          work: (ctx) => rollKey({ ctx, input: { accountId, keyId, graceSeconds: grace } }),
          text({ oldKeyEndsAt, ...made }) {
            const state = grace === 0 ? "no longer works" : `works until ${minute(oldKeyEndsAt)} UTC`;
            return newKeyText(made, [["old key", `${keyId} ${state}`]]);
          },
        }),
      ),
    ofAccount(operatorCommand("revoke", "key revoke 5 --account 2"), "whose key it is")
      .description("Revokes a key: all further calls with it are refused.")
      .argument("<key>", "the key's id", readRowId)
      .action((keyId, { account: accountId, json }) =>
        operate(json, {
          work: (ctx) => revokeKey({ ctx, input: { accountId, keyId } }).then(() => ({ keyId, revoked: true })),
          text: () => `Key ${keyId} is revoked.`,
        }),
      ),
  ]);

function readExpiry(text: string): Date {
  const at = readMoment(text);
  if (at.getTime() <= Date.now()) throw new InvalidArgumentError("It must be in the future.");
  return at;
}

interface NewKey {
  keyId: number;
  clientKey: string;
}

function newKeyText({ keyId, clientKey }: NewKey, more: [name: string, value: string][] = []): string {
  return columns([
    ["keyId", keyId],
    ["clientKey", `${clientKey}\nKeep it: it is not stored, and not shown again.`],
    ...more,
  ]);
}

function row(key: ListedKey) {
  const { keyId, name, hint, readOnly, addresses, lastUsedAt } = key;
  const rights = `${key.rights.join(", ")}${readOnly ? " (read-only)" : ""}`;
  const from = addresses.join(" ") || "anywhere";
  return [keyId, name, hint, rights, from, lastUsedAt ?? "never", stateOf(key, new Date())];
}

function stateOf({ revokedAt, expiresAt }: ListedKey, now: Date): string {
  if (revokedAt && revokedAt <= now) return `revoked ${minute(revokedAt)}`;
  if (expiresAt && expiresAt <= now) return `expired ${minute(expiresAt)}`;
  if (revokedAt) return `rolled, works until ${minute(revokedAt)}`;
  return expiresAt ? `works until ${minute(expiresAt)}` : "works";
}
