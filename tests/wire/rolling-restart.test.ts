import { reconcile } from "@gatepost/domain/money/reconcile";
import { expect, test } from "vitest";
import { startLoad } from "../failover/load.ts";
import { echoPage } from "../failover/waits.ts";
import { openParts } from "./balancer.ts";
import { openSite } from "./wire.ts";

/** Longer than the balancer needs to notice, and than a wait that is answered is open. */
const env = {
  GATEPOST_SHUTDOWN_DELAY_SECONDS: "3",
  GATEPOST_DRAIN_SECONDS: "8",
  GATEPOST_RATE_LIMIT: "off",
  GATEPOST_MAX_BACKLOG_PER_ACCOUNT: "0",
  WORKER_WAITING_PER_ACCOUNT: "6",
};

const { operator, installed, balancer } = await openParts({ workers: 2, env });
const websiteURL = await openSite((_, response) => response.setHeader("content-type", "text/html").end(echoPage));

test("R23: each web server and worker is restarted in turn under load: no call fails and no wait is lost", async () => {
  const { url } = balancer;
  const ready = async () => (await fetch(`${url}/readyz`)).status;
  await expect.poll(ready).toBe(200);
  const { traffic, waits } = await startLoad({
    operator,
    url,
    websiteURL,
    // The last two stay open longer than any worker.
    heldMs: [500, 2_000, 600_000, 600_000],
    // Signing in alone is a tenth of a second of processor time, and other tests run beside this one.
    pauseMs: 300,
  });
  const answers = async (more: number) => {
    const enough = waits.answered + more;
    await expect.poll(() => waits.answered).toBeGreaterThanOrEqual(enough);
  };
  await answers(3);
  for (const part of installed.parts) {
    await part.restart();
    await answers(3);
  }
  await waits.stop();
  await traffic.stop();

  console.log(Object.fromEntries(traffic.answers), `${waits.answered} waits answered`);
  expect(traffic.wrong).toEqual([]);
  expect(traffic.unavailable).toEqual([]);
  expect(waits.lost).toEqual([]);
  expect(await reconcile({ ctx: operator })).toEqual([]);
}, 600_000);
