import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startTestServer } from "../test-server.ts";
import { generate, staleModules } from "./generate.ts";

/**
 * `npm run sql`: writes the TypeScript module of each .sql file. With `--check` it writes nothing, and fails if a
 * module does not match its statement and the migrations.
 */
const root = join(import.meta.dirname, "../../../..");
const server = await startTestServer();
const { modules, problems } = await generate(server.url, root).finally(server.stop);

for (const file of staleModules(root, modules)) {
  const wanted = modules.get(file);
  if (process.argv.includes("--check")) problems.push(`${file} is not current: npm run sql`);
  else if (wanted) writeFileSync(join(root, file), wanted);
  else rmSync(join(root, file));
}
for (const problem of problems) console.error(problem);
// The migration engine leaves timers behind.
process.exit(problems.length === 0 ? 0 : 1);
