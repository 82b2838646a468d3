import type { WrittenStep } from "@gatepost/contract/steps";
import { expect, test, vi } from "vitest";
import { openWorkerPages } from "../testing/test-pages.ts";

const { site, environment, customer } = await openWorkerPages(
  {
    "/": "<p>calm",
    // Chromium's main process keeps them, which has tasks of all pages of the browser.
    "/blobs": `<script>
    const kept = [];
    const fill = new Uint8Array(16 * 2 ** 20).fill(7);
    setInterval(() => kept.push(new Blob([fill])), 10);
  </script>`,
  },
  { memoryMegabytes: 512 },
);

test("a page that crashes its browser costs no task of another account", { timeout: 120_000 }, async () => {
  await using _ = environment.startWorker();
  const wait: WrittenStep = { type: "WAIT_FOR_VARIABLE_VALUE", name: "code" };
  const late = { variables: { code: "_WAIT_FOR_IT_" } };
  const waiting = await customer.create(site.url("/"), [wait], late);
  await customer.waits(waiting, "code");

  const hostile = await environment.newCustomer();
  const filling = await hostile.create(site.url("/blobs"), [wait], late);
  const ended = () => environment.browsers.filter(({ gone }) => gone.aborted).length;
  await vi.waitFor(() => expect(ended()).toBeGreaterThan(0), { timeout: 60_000 });
  await hostile.cancel(filling);

  await customer.push(waiting, "code", "1");
  expect(await customer.end(waiting)).toMatchObject({ status: "ready", attempts: 1 });
});
