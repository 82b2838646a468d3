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

const isCheck = process.argv.includes("--check");
const stale = staleModules(root, modules);
for (const file of stale) {
  const wanted = modules.get(file);
  if (isCheck) {
    problems.push(`${file} is not current: npm run sql`);
    continue;
  }
  if (wanted) writeFileSync(join(root, file), wanted);
  else rmSync(join(root, file));
  console.log(`${wanted ? "wrote" : "removed"} ${file}`);
}
if (problems.some((problem) => problem.endsWith("does not exist")))
  problems.push("Statements know what prisma/migrations make: what the schema adds needs a migration first.");
for (const problem of problems) console.error(problem);
if (!isCheck && stale.length === 0 && problems.length === 0) console.log("The modules of all statements are current.");
// The migration engine leaves timers behind.
process.exit(problems.length === 0 ? 0 : 1);
