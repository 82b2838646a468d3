import { existsSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { migrateCommand } from "./commands/migrate.ts";
import { upCommand } from "./commands/up.ts";
import { ROOT } from "./root.ts";
import { sentence } from "./sentence.ts";

/** Every command is a file of commands/ and a line here. */
const commands = [upCommand, migrateCommand];

// What stands in the environment wins over the file.
const file = join(ROOT, ".env");
if (existsSync(file)) process.loadEnvFile(file);

const program = new Command("gatepost").description("Runs and serves Gatepost.");
for (const command of commands) program.addCommand(command());

try {
  await program.parseAsync();
} catch (error) {
  console.error(sentence(error));
  process.exitCode = 1;
}
