import { setTimeout as sleep } from "node:timers/promises";
import type { WrittenStep } from "@gatepost/contract/steps";
import { isLong, timeBound } from "@gatepost/domain/platform/test-size";
import { expect, test } from "@playwright/test";
import { startSite } from "../../apps/cli/src/demo-site/server.ts";
import { openOperator } from "../factories.ts";
import { startInstallation } from "../installation.ts";
import { openRelay } from "../relay.ts";
import { newCaller } from "./flow.ts";
import { LivePerson, middleOf, placesOn } from "./live-person.ts";

const cutMs = isLong ? 10_000 : 0;
const backMs = timeBound(2_000);
const steps: WrittenStep[] = [
  { type: "WAIT_FOR_VARIABLE_VALUE", name: "done", kind: "live" },
  { type: "READ_TEXT", selector: "#did", as: "did" },
];

test("L4: after the network was cut, and after a web server was killed, the picture is back, and the task and the control of it go on", async ({
  browser,
}) => {
  const site = await startSite();
  const installation = await startInstallation({ worker: true, egressAllow: `127.0.0.1:${site.port}` });
  const relay = await openRelay(installation.url);
  const operator = openOperator(installation);
  try {
    const { origin } = new URL(relay.url);
    const caller = await newCaller({ ...installation, url: origin, site, operator });
    const name = await placesOn(browser, `${site.url}/by-hand`, (page) => middleOf(page.locator("#name")));
    const taskId = await caller.run(steps, "/by-hand", { done: "_WAIT_FOR_IT_" });
    await caller.untilWaiting(taskId, "done");
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const { url } = await caller.client.createLiveLink({ taskId, control: true });
    await page.goto(origin + new URL(url).pathname);
    await page.getByRole("button", { name: "Take over" }).click();
    await expect(page.getByText("You control the page.")).toBeVisible();
    const person = new LivePerson(page);
    await person.untilSeen();
    await person.untilPicture(async () => {
      await person.click(name);
      await page.keyboard.type("Ada");
    });

    relay.cut();
    await expect(page.getByText(/^The connection was cut at .* UTC. Reconnecting…$/)).toBeVisible();
    await sleep(cutMs);
    const restored = performance.now();
    await person.untilPicture(async () => relay.restore());
    expect(performance.now() - restored).toBeLessThan(backMs);
    await expect(page.getByText("You control the page.")).toBeVisible();

    await installation.killWeb();
    const restarted = performance.now();
    await person.untilPicture(async () => relay.leadTo(installation.url));
    expect(performance.now() - restarted).toBeLessThan(backMs);
    await expect(page.getByText("You control the page.")).toBeVisible();
    expect(await caller.client.getTaskResult({ taskId })).toMatchObject({
      controlledBy: "person",
      waitingFor: ["done"],
    });

    await page.keyboard.type(" Lovelace");
    await page.getByRole("button", { name: "Hand back" }).click();
    await page.getByRole("button", { name: /^Next: / }).click();
    expect((await caller.solution(taskId)).texts).toEqual({ did: "name: Ada Lovelace" });
    await page.close();
  } finally {
    await operator.close();
    await installation.stop();
    relay.close();
    await site.close();
  }
});
