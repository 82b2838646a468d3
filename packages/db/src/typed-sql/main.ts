import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startTestServer } from "../test-server.ts";
import { generate, staleModules } from "./generate.ts";

/**
 * Writes the TypeScript module of each .sql file: of bootstrap.mjs, whenever a statement or a migration changed, and of
 * `npm run sql`.
 */
const root = join(import.meta.dirname, "../../../..");
const server = await startTestServer();
const { modules, problems } = await generate(server.url, root).finally(server.stop);

const stale = staleModules(root, modules);
for (const file of stale) {
  const wanted = modules.get(file);
  if (wanted) writeFileSync(join(root, file), wanted);
  else rmSync(join(root, file));
  console.log(`${wanted ? "wrote" : "removed"} ${file}`);
}
if (problems.some((problem) => problem.endsWith("does not exist")))
  problems.push("Statements know what prisma/migrations make: what the schema adds needs a migration first.");
for (const problem of problems) console.error(problem);
if (stale.length === 0 && problems.length === 0) console.log("The modules of all statements are current.");
if (problems.length > 0) process.exitCode = 1;
