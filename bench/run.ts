import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWeb, staleWeb } from "../apps/cli/src/up/web-build.ts";
import { type Finding, lineOf } from "./findings.ts";
import { type Lab, openLab } from "./lab.ts";
import { asMarkdown, asText, circumstances } from "./report.ts";
import { createTaskRow } from "./rows/p1-create-task.ts";
import { routeHandlerRow } from "./rows/p2-route-handler.ts";
import { pushRow } from "./rows/p3-push.ts";
import { appStatsRow } from "./rows/p4-app-stats.ts";
import { viewsRow } from "./rows/p5-views.ts";

/** The rows of QUALITY.md, Performance, that are measured here. */
const rows: Record<string, (lab: Lab) => Promise<Finding[]>> = {
  p1: createTaskRow,
  p2: routeHandlerRow,
  p3: pushRow,
  p4: appStatsRow,
  p5: viewsRow,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
});
const asked = positionals.length > 0 ? positionals : Object.keys(rows);
const unknown = asked.filter((name) => !rows[name]);
if (values.help || unknown.length > 0) {
  console.log(`npm run bench [-- ${Object.keys(rows).join(" ")}] [--quick]`);
  process.exit(values.help ? 0 : 1);
}

const stale = await staleWeb();
if (stale) {
  console.log("· building the web app");
  await buildWeb(stale);
}
await using lab = await openLab(values);
const findings: Finding[] = [];
for (const name of asked) {
  const from = performance.now();
  findings.push(...((await rows[name]?.(lab)) ?? []));
  console.log(`· ${name} measured in ${((performance.now() - from) / 1_000).toFixed(0)} s`);
}
const lines = findings.map(lineOf);
const where = circumstances(lab);
console.log(`\n${where}\n\n${asText(lines)}`);

// Only a whole run is a result; a part of it, or a quick one, is somebody's look at one thing.
if (positionals.length === 0 && !values.quick) {
  const file = join(import.meta.dirname, "results.md");
  writeFileSync(file, asMarkdown(lines, where));
  console.log(`Written to ${file}.`);
}
