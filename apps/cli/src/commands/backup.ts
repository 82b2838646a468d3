import { resolve } from "node:path";
import { backup } from "@gatepost/db/backup";
import { secretMark } from "@gatepost/domain/secret/secret-mark";
import { createVault } from "@gatepost/domain/vault";
import { Command } from "commander";
import { readOperatorSettings } from "../installation.ts";
import { report } from "../report.ts";
import { sizeText } from "../size-text.ts";
import { terminalPhase } from "../terminal-phase.ts";
import { findDatabase } from "../up/database.ts";
import { findSecret } from "../up/secret.ts";

/** `gatepost backup`: writes everything to one file, whether Gatepost runs or not. */
export function backupCommand(): Command {
  return new Command("backup")
    .description(
      "Writes the whole database to one file, as of one moment, while Gatepost is running or stopped. The secret is not in it: " +
        "keep that too, in another place.",
    )
    .summary("Writes the whole database to one file.")
    .argument("<file>", "the file to write; an existing file is not overwritten")
    .option("--json", "print the result as JSON")
    .addHelpText("after", '\nExample:\n  gatepost backup "gatepost-$(date +%F).backup"')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const settings = readOperatorSettings(process.env);
      await report({
        json,
        async work() {
          const mark = secretMark(createVault(await findSecret(settings)));
          await using database = await findDatabase(settings);
          const written = await terminalPhase("writing the backup", () => backup(database.url, resolve(file), mark));
          return { file: resolve(file), ...written };
        },
        text: ({ file: path, rows, bytes }) =>
          `${path} holds ${rowsText(rows)}, in ${sizeText(bytes)}.\n` +
          `Keep the secret too, in another place (${settings.secret ? "GATEPOST_SECRET" : `${settings.dataDir}/secret`}): ` +
          "without it nobody can read the encrypted values.",
      });
    });
}

/** The size, as `1,204 rows of 19 tables`. */
export function rowsText(rows: Readonly<Record<string, number>>): string {
  const all = Object.values(rows).reduce((sum, n) => sum + n, 0);
  return `${all.toLocaleString("en-US")} rows of ${Object.keys(rows).length} tables`;
}
