import { join } from "node:path";
import { runCommandLine } from "./command-line.ts";
import { loadSettingsFile, ROOT } from "./root.ts";
import { failWithoutOutput } from "./run-program.ts";

try {
  loadSettingsFile(join(ROOT, ".env"));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

failWithoutOutput();
await runCommandLine(process.argv.slice(2));
