import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { openOperator } from "../factories.ts";
import { listen } from "../listen.ts";
import { type Cluster, poolers, switchOver } from "./cluster.ts";
import { secret } from "./drill.ts";
import { startParts } from "./installed-parts.ts";
import { startLoad } from "./load.ts";
import { findPrimary, untilReachable } from "./reachable.ts";
import { echoPage } from "./waits.ts";

/** What callers noticed while a part was restarted. */
export interface RestartedPart {
  part: string;
  seconds: number;
  /** Seconds without a reachable primary. */
  unreachable: number;
  calls: number;
  /** Answers with 503 while there was no primary. */
  excused: number;
  /** Other answers with 503. */
  unavailable: number;
  /** Other failed calls. */
  wrong: number;
  answered: number;
  lost: number;
}

/** As in deploy/ha/haproxy.cfg. */
const url = "http://127.0.0.1:15080";
const webPorts = [15601, 15602];
const primaryPort = 15500;
const env = {
  GATEPOST_PREPARED: "0",
  GATEPOST_SHUTDOWN_DELAY_SECONDS: "5",
  GATEPOST_TRUSTED_PROXIES: "127.0.0.1",
  GATEPOST_DRAIN_SECONDS: "10",
  GATEPOST_RATE_LIMIT: "off",
  GATEPOST_MAX_BACKLOG_PER_ACCOUNT: "0",
  WORKER_WAITING_PER_ACCOUNT: "6",
};

/** Restarts each part in turn, under load. */
export async function restartAll(cluster: Cluster): Promise<RestartedPart[]> {
  await using undo = new AsyncDisposableStack();
  // Both PgBouncers, of which Gatepost uses one that works.
  const database = cluster.urlAt(poolers[0] as number).replace(/:16432\//, `:16432,127.0.0.1:${poolers[1]}/`);
  const urls = { url: database, webUrl: database, workerUrl: database };
  const installed = await startParts({ database: urls, secret, webPorts, workers: 2, env });
  undo.defer(() => installed.stop());
  const direct = cluster.urlAt(primaryPort);
  /** The way on which Gatepost reaches the primary. */
  const pooled = cluster.urlAt(poolers[0] as number);
  const operator = openOperator({ secret, database: { url: direct, webUrl: direct, workerUrl: direct } });
  undo.defer(() => operator.close());
  const site = createServer((_, response) => response.setHeader("content-type", "text/html").end(echoPage));
  const { url: websiteURL } = await listen(site);
  undo.defer(() => void site.close());
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) await sleep(200);

  // The last two stay open from the beginning to the end.
  const heldMs = [500, 2_000, 4_000, 3_600_000, 3_600_000];
  const { traffic, waits } = await startLoad({ operator, url, websiteURL, heldMs });
  undo.defer(() => traffic.stop());

  const rows: RestartedPart[] = [];
  const calls = () => [...traffic.answers.values()].reduce((sum, count) => sum + count, 0);
  async function during(part: string, happen: () => Promise<unknown>, losesPrimary = false): Promise<void> {
    console.log(`rolling restart: ${part}`);
    const before = { calls: calls(), wrong: traffic.wrong.length, answered: waits.answered, lost: waits.lost.length };
    const from = performance.now();
    const [gap] = await Promise.all([
      losesPrimary ? untilReachable(pooled, await findPrimary(pooled)) : undefined,
      happen(),
    ]);
    const enough = before.answered + 3;
    while (waits.answered < enough) await sleep(100);
    const refused = traffic.unavailable.filter(({ to }) => to > from);
    const other = refused.filter(({ from, to }) => !gap || to < gap.lastReachableAt || from > gap.reachableAt);
    for (const { key, from, to } of other.slice(0, 5))
      console.error(
        `${key} (${(to - from).toFixed(0)} ms, ${gap ? (from - gap.reachableAt).toFixed(0) : "-"} ms after)`,
      );
    rows.push({
      part,
      seconds: (performance.now() - from) / 1_000,
      unreachable: gap ? (gap.reachableAt - gap.unreachableAt) / 1_000 : 0,
      calls: calls() - before.calls,
      excused: refused.length - other.length,
      unavailable: other.length,
      wrong: traffic.wrong.length - before.wrong,
      answered: waits.answered - before.answered,
      lost: waits.lost.length - before.lost,
    });
  }

  await during("none", () => sleep(5_000));
  for (const { name, restart } of installed.parts) await during(name, restart);
  await during("HAProxy, reloaded", () => cluster.reloadProxy());
  for (const [n, port] of poolers.entries())
    await during(`PgBouncer ${n + 1}, online`, () => cluster.replacePooler(port));
  await during("etcd", async () => {
    await cluster.restart("etcd");
    await cluster.healthy();
  });
  for (const name of ["the other node", "the first node"]) {
    const primary = await cluster.primary();
    await during(`switchover to ${name}`, () => switchOver(cluster), true);
    await cluster.healthy();
    await during(`PostgreSQL node ${primary}, now the standby`, async () => {
      await cluster.restart(`patroni-${primary}`);
      await cluster.healthy();
    });
  }
  await during("none, and the last waits answered", () => waits.stop());
  await traffic.stop();
  for (const line of [...traffic.wrong, ...waits.lost].slice(0, 10)) console.error(line);
  console.log(Object.fromEntries(traffic.answers));
  return rows;
}
