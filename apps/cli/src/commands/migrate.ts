import { Command } from "@commander-js/extra-typings";
import { example } from "../caller.ts";
import { findDatabase, prepareOwnRoles } from "../installation/database.ts";
import { readOperatorSettings } from "../installation/running.ts";
import { keepSecret } from "../installation/secret.ts";
import { prepareDatabase } from "../up/prepare-database.ts";

export function migrateCommand() {
  return new Command("migrate")
    .description("Migrates the database and saves the built-in templates.")
    .option("--draft <name>", "write the next migration from the changes in prisma/schema.prisma, without applying it")
    .option("--json", "print the result as JSON")
    .addHelpText(...example("migrate"))
    .action(async ({ draft: name, json = false }) => {
      const settings = readOperatorSettings(process.env);
      if (name === undefined) await prepareOwnRoles(settings);
      await using database = await findDatabase(settings);
      if (name !== undefined) {
        // Loaded here, because it takes a WebAssembly engine.
        const { draft } = await import("@gatepost/db/migration/draft");
        const file = await draft(database.url, name);
        console.log(json ? JSON.stringify({ file }) : (file ?? "The migrations already match the schema."));
        return;
      }
      const { applied } = await prepareDatabase({ databaseUrl: database.url, secret: await keepSecret(settings) });
      if (json) console.log(JSON.stringify({ applied }));
      else console.log(applied.length ? applied.map((one) => `applied ${one}`).join("\n") : "Nothing to apply.");
    });
}
