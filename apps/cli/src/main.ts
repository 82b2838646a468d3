import { join } from "node:path";
import { runCommandLine } from "./command-line.ts";
import { loadSettingsFile, ROOT } from "./root.ts";
import { failWithoutOutput } from "./run-program.ts";

// Without a listener, the signal would end this process before `up` or `worker` has a worker to replace.
process.on("SIGUSR2", () => {});

try {
  loadSettingsFile(join(ROOT, ".env"));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

failWithoutOutput();
await runCommandLine(process.argv.slice(2));
