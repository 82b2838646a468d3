import { mkdtempSync, rmSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startEmbedded } from "@gatepost/db/embedded/embedded";
import { startSite } from "../apps/cli/src/demo-site/server.ts";
import { browsersFor } from "./browsers.ts";
import { type Comparison, ratioOf } from "./compare.ts";
import { shown } from "./findings.ts";
import { asColumns } from "./report.ts";
import { installForSignIns, type SignIns } from "./sign-ins-of.ts";
import { median } from "./statistics.ts";

const tasks = 33;
const here = resolve(import.meta.dirname, "..");

/**
 * Row P7 of two checkouts in turns, each in its default engine. Versions measure this row differently, so the other one's
 * installation is measured from here. Returns the table as text.
 */
export async function compareSignIns({ against, turns }: Comparison): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "gatepost-bench-"));
  // As root PostgreSQL runs as another user, who needs access to its folder.
  await chmod(folder, 0o711);
  await using programs = new AsyncDisposableStack();
  programs.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startEmbedded({ dataDir: join(folder, "postgres") });
  programs.defer(() => postgres.stop());
  const site = await startSite();
  programs.defer(() => site.close());
  const shared = { adminUrl: postgres.adminUrl, siteUrl: site.url, browsers: await browsersFor() };
  const sides = {
    there: programs.use(await installForSignIns({ ...shared, folder: resolve(against), database: "there" })),
    here: programs.use(await installForSignIns({ ...shared, folder: here, database: "here" })),
  };
  const measured: Record<keyof typeof sides, SignIns[]> = { there: [], here: [] };
  for (const side of ["there", "here"] as const) await sides[side].run(8);
  for (let turn = 0; turn < turns; turn++) {
    const order = turn % 2 === 0 ? (["there", "here"] as const) : (["here", "there"] as const);
    for (const side of order) measured[side].push(await sides[side].run(tasks));
  }

  const line = (what: string, of: (signIns: SignIns) => number, show: (value: number) => string) => {
    const [before, now] = [measured.there.map(of), measured.here.map(of)];
    return [what, show(median(before)), show(median(now)), ...ratioOf(before, now)];
  };
  return asColumns([
    [`p7, ${turns} turns of ${tasks} tasks, four slots`, "there", "here", "ratio", "spread"],
    line(
      "tasks a minute",
      ({ wall }) => 60_000 / wall,
      (value) => value.toFixed(0),
    ),
    line(
      "CPU of worker and browsers a task",
      ({ cpu }) => cpu,
      (value) => shown(value, "ms"),
    ),
  ]);
}
