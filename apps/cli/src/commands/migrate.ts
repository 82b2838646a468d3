import { draft } from "@gatepost/db/draft";
import { migrate } from "@gatepost/db/migrate";
import { Command } from "commander";
import { findDatabase } from "../up/database.ts";
import { readSettings } from "../up/settings.ts";

/** `gatepost migrate`: brings a database up to date, or drafts the next migration from prisma/schema.prisma. */
export function migrateCommand(): Command {
  return new Command("migrate")
    .description("Applies the migrations that the database does not have yet.")
    .option("--draft <name>", "write the next migration from what changed in prisma/schema.prisma, and apply nothing")
    .option("--json", "answer as JSON")
    .action(async ({ draft: name, json = false }: { draft?: string; json?: boolean }) => {
      await using database = await findDatabase(readSettings(process.env));
      if (name !== undefined) {
        const file = await draft(database.url, name);
        console.log(json ? JSON.stringify({ file }) : (file ?? "The migrations already make what the schema says."));
        return;
      }
      const { applied } = await migrate(database.url);
      if (json) console.log(JSON.stringify({ applied }));
      else console.log(applied.length ? applied.map((one) => `applied ${one}`).join("\n") : "Nothing to apply.");
    });
}
