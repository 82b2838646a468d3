import { expect, test } from "vitest";
import { newAccount, newApplication } from "../factories.ts";
import { ask } from "./standby.ts";
import { openWire } from "./wire.ts";

const { url, database, operator } = openWire();

test.for([
  ["a page", "", "text/html"],
  ["a page for a program", "", "*/*"],
  ["a route", "/download", "*/*"],
] as const)(
  "R18: $0 that loses the database while it is rendered is answered with 503, and the next one is there",
  async ([, path, accept]) => {
    const softId = await newApplication(operator, await newAccount(operator));
    const page = () => fetch(`${url}/apps/${softId}${path}`, { headers: { accept }, redirect: "manual" });
    const locker = await operator.db.pool.connect();
    await locker.query("begin; lock table application in access exclusive mode");
    try {
      let isAnswered = false;
      const answer = page().finally(() => {
        isAnswered = true;
      });
      // What reads again on another connection loses that one too.
      await expect.poll(() => endWaiting().then(() => isAnswered), { interval: 20 }).toBe(true);
      const { status, headers } = await answer;
      expect(status).toBe(503);
      expect(headers.get("retry-after")).toBe("5");
      expect(await (await answer).text()).toContain(
        accept === "text/html" ? "The database is unavailable" : "ERROR_SERVICE_UNAVAILABLE",
      );
    } finally {
      await locker.query("rollback");
      locker.release();
    }
    await expect.poll(async () => (await page()).status).toBeLessThan(400);
  },
);

/** Ends the sessions that wait for the lock, as a server that stops does. */
async function endWaiting(): Promise<void> {
  const name = new URL(database.url).pathname.slice(1);
  await ask(
    process.env.GATEPOST_TEST_POSTGRES as string,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where wait_event_type = 'Lock' and datname = '${name}' and application_name = 'gatepost web'`,
  );
}
