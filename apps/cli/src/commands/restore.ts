import { resolve } from "node:path";
import { restore } from "@gatepost/db/restore";
import { secretMark } from "@gatepost/domain/secret/secret-mark";
import { createVault } from "@gatepost/domain/vault";
import { Command } from "commander";
import { report } from "../report.ts";
import { terminalPhase } from "../terminal-phase.ts";
import { findDatabase } from "../up/database.ts";
import { findSecret } from "../up/secret.ts";
import { readSettings } from "../up/settings.ts";
import { rowsText } from "./backup.ts";

/** `gatepost restore`: restores a backup into an empty database. */
export function restoreCommand(): Command {
  return new Command("restore")
    .description(
      "Restores a backup into an empty database and migrates it. The database is that of a new GATEPOST_DATA_DIR, into " +
        "which you have copied the secret of that time, or the one that DATABASE_URL names.",
    )
    .summary("Restores a backup into an empty database.")
    .argument("<file>", "the file written by gatepost backup")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      "\nExample:\n  mkdir -p /var/lib/gatepost-2 && cp secret /var/lib/gatepost-2/\n" +
        "  GATEPOST_DATA_DIR=/var/lib/gatepost-2 gatepost restore gatepost-2026-11-21.backup",
    )
    .action(async (file: string, { json }: { json?: boolean }) => {
      const settings = readSettings(process.env);
      await report({
        json,
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
