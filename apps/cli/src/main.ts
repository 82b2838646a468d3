import { existsSync } from "node:fs";
import { join } from "node:path";
import { runCommandLine } from "./command-line.ts";
import { ROOT } from "./root.ts";

// The environment takes precedence over the file.
const file = join(ROOT, ".env");
if (existsSync(file)) process.loadEnvFile(file);

await runCommandLine(process.argv.slice(2));
