import { ensureBrowsers } from "../../apps/cli/src/up/chromium.ts";
import { ensureWeb } from "../../apps/cli/src/up/web-build.ts";
import { startCluster } from "./cluster.ts";
import { drill, paths, type Row } from "./drill.ts";
import { type RestartedPart, restartAll } from "./rolling.ts";

/**
 * Row R18 of the tests, and a rolling restart, under real Patroni, HAProxy and PgBouncer: deploy/ha/run.sh. Prints a
 * table of each, and exits with 1 if a figure is not as promised.
 */

/** How soon after the new primary can be reached a call succeeds. Milliseconds. */
const workingMs = 2_000;

function print(head: string, rows: (string | number)[][]): void {
  console.log(`\n${[head, head.replace(/[^|]+/g, "---"), ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n")}`);
}

await ensureWeb();
await ensureBrowsers({ log: console.log });
const cluster = await startCluster();
const rows: Row[] = [];
const restarted: RestartedPart[] = [];
try {
  const chosen = (name: string) => process.argv.length === 2 || process.argv.includes(name);
  for (const path of Object.keys(paths)) if (chosen(path)) rows.push(...(await drill(cluster, path)));
  if (chosen("rolling")) restarted.push(...(await restartAll(cluster)));
} finally {
  await cluster.stop();
}
if (rows.length > 0)
  print(
    "| path | event | no primary for | first success | other than 200 and 503 | tasks ended | /readyz 503 | /readyz 200 |",
    rows.map(({ path, event, unreachable, firstSuccess, wrong, ended, notReady, ready }) => [
      path,
      event,
      `${unreachable.toFixed(1)} s`,
      `${firstSuccess} ms`,
      wrong,
      ended,
      notReady,
      ready,
    ]),
  );
if (restarted.length > 0)
  print(
    "| part | took | no primary for | calls | 503 until then | other 503 | other failures | waits answered | waits lost |",
    restarted.map(({ part, seconds, unreachable, calls, excused, unavailable, wrong, answered, lost }) => [
      part,
      `${seconds.toFixed(0)} s`,
      `${unreachable.toFixed(1)} s`,
      calls,
      excused,
      unavailable,
      wrong,
      answered,
      lost,
    ]),
  );
const broken = [
  ...rows
    .filter(({ firstSuccess, wrong, ended }) => firstSuccess > workingMs || wrong + ended > 0)
    .map(({ path, event }) => `${path}, ${event}`),
  ...restarted.filter(({ unavailable, wrong, lost }) => unavailable + wrong + lost > 0).map(({ part }) => part),
];
if (broken.length > 0) console.log(`\nNot as promised: ${broken.join("; ")}.`);
process.exit(broken.length === 0 ? 0 : 1);
