import { resolve } from "node:path";
import { backup, restore } from "@gatepost/db/backup/backup";
import { secretMark } from "@gatepost/domain/encryption/installation-secret";
import { createVault } from "@gatepost/domain/platform/vault";
import { findDatabase } from "../installation/database.ts";
import { readOperatorSettings } from "../installation/running.ts";
import { findSecret } from "../installation/secret.ts";
import { readSettings } from "../installation/settings.ts";
import { operatorCommand } from "../operator.ts";
import { report, sizeText, terminalPhase } from "../output/report.ts";

export function backupCommand() {
  return operatorCommand("backup", 'backup "gatepost-$(date +%F).backup"')
    .description(
      "Writes the whole database to one file, as of one moment, while Gatepost is running or stopped. The secret is not in it: " +
        "keep that too, in another place.",
    )
    .summary("Writes the whole database to one file.")
    .argument("<file>", "the file to write; an existing file is not overwritten")
    .action(async (file, { json }) => {
      const settings = readOperatorSettings(process.env);
      await report(json, {
        async work() {
          const mark = secretMark(createVault(await findSecret(settings)));
          await using database = await findDatabase(settings);
          const written = await terminalPhase("writing the backup", () => backup(database.url, resolve(file), mark));
          return { file: resolve(file), ...written };
        },
        text: ({ file: path, rows, bytes }) =>
          `${path} holds ${rowsText(rows)}, in ${sizeText(bytes)}.\n` +
          `Keep the secret too, in another place (${settings.secret ? "GATEPOST_SECRET" : `${settings.dataDir}/secret`}): ` +
          "without it the encrypted values cannot be read.",
      });
    });
}

/** The size, as `1,204 rows of 19 tables`. */
function rowsText(rows: Readonly<Record<string, number>>): string {
  const all = Object.values(rows).reduce((sum, n) => sum + n, 0);
  return `${all.toLocaleString("en-US")} rows of ${Object.keys(rows).length} tables`;
}

export function restoreCommand() {
  return operatorCommand("restore")
    .description(
      "Restores a backup into an empty database and migrates it. The database is that of a new GATEPOST_DATA_DIR, into " +
        "which you have copied the secret of that time, or the one that DATABASE_URL names.",
    )
    .summary("Restores a backup into an empty database.")
    .argument("<file>", "the file written by gatepost backup")
    .addHelpText(
      "after",
      "\nExample:\n  mkdir -p /var/lib/gatepost-2 && cp secret /var/lib/gatepost-2/\n" +
        "  GATEPOST_DATA_DIR=/var/lib/gatepost-2 gatepost restore gatepost-2026-11-21.backup",
    )
    .action(async (file, { json }) => {
      const settings = readSettings(process.env);
      await report(json, {
        async work() {
          const mark = secretMark(createVault(await findSecret(settings)));
          await using database = await findDatabase(settings);
          return await terminalPhase("restoring", () => restore(database.url, resolve(file), mark));
        },
        text: ({ at, rows, applied }) =>
          [
            `Restored ${rowsText(rows)}, as of ${at.slice(0, 16).replace("T", " ")} UTC.`,
            ...applied.map((one) => `applied ${one}`),
          ].join("\n"),
      });
    });
}
