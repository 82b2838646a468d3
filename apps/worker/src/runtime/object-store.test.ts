import { startTestObjectStore } from "@gatepost/db/object-store/test-object-store";
import { afterAll, expect, test, vi } from "vitest";
import { openWorkerPages } from "../testing/test-pages.ts";

const store = await startTestObjectStore();
afterAll(() => store.stop());
const { site, environment, customer } = await openWorkerPages(
  { "/": "<h1>Hello</h1>" },
  { objectStore: store.settings },
);

async function storedPictures(taskId: number) {
  const { rows } = await environment.system.db.pool.query(
    'select object_id is not null as "isObject" from task_step where task_id = $1 and picture is not null',
    [taskId],
  );
  return rows;
}

test("R22: screenshots are uploaded; while the store is unavailable, tasks end as well, with theirs in PostgreSQL", async () => {
  await using _ = environment.startWorker();
  async function takeScreenshot() {
    const task = await customer.create(site.url(), [{ type: "TAKE_SCREENSHOT" }]);
    expect(await customer.end(task)).toMatchObject({ solution: { screenshots: [expect.stringMatching(/^iVBOR/)] } });
    return storedPictures(task);
  }
  // On a busy machine, the solution may have a picture whose upload was late.
  await vi.waitUntil(async () => (await takeScreenshot()).some(({ isObject }) => isObject), 120_000);

  store.fault = "error";
  expect(await takeScreenshot()).not.toContainEqual({ isObject: true });
  store.fault = undefined;
  await vi.waitUntil(async () => (await takeScreenshot()).some(({ isObject }) => isObject), 120_000);
});
