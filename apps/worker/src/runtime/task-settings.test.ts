import type { BrowserSettings } from "@gatepost/contract/browser-settings";
import type { Solution } from "@gatepost/contract/solution";
import type { WrittenStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { openWorkerDemoSite } from "../testing/test-pages.ts";

const { site, environment, customer } = await openWorkerDemoSite();
environment.startWorker();

const names = ["window", "zone", "language", "cookies", "place"];
const read: WrittenStep[] = [
  { type: "WAIT_FOR_TEXT_GONE", text: "asking" },
  ...names.map(
    (name): WrittenStep => ({ type: "READ_TEXT", selector: `#${name}`, as: name, optional: true, timeout: 3 }),
  ),
];

async function textsOf(
  path: string,
  steps: WrittenStep[],
  settings: Partial<BrowserSettings>,
): Promise<Solution["texts"]> {
  const end = await customer.end(await customer.create(`${site.url}${path}`, steps, { settings }));
  if (end.status !== "ready") throw new Error(end.description);
  return (end.solution as Solution).texts;
}

test("a page learns the window, locale, time zone, place and cookies that the task names, and those of no other task", async () => {
  const texts = await textsOf("/visitor", read, {
    viewport: { width: 390, height: 844 },
    locale: "pt-PT",
    timezone: "Europe/Lisbon",
    geolocation: { latitude: 38.7, longitude: -9.1 },
    cookies: [
      { name: "theme", value: "dark" },
      { name: "id", value: "7", domain: "127.0.0.1", httpOnly: true, expires: 4e9 },
    ],
  });
  expect(texts).toEqual({
    window: "390 x 844",
    zone: "Europe/Lisbon pt-PT",
    language: expect.stringMatching(/^pt-PT/),
    place: "38.7, -9.1",
    cookies: expect.stringMatching(/^(?=.*theme=dark)(?=.*id=7)/),
  });
  const others = await textsOf("/visitor", read, {});
  expect(others).not.toHaveProperty("cookies");
  expect(others).toMatchObject({ window: "1280 x 720", place: "refused" });
});

test("a zone that the browser does not know ends its task, and costs no other task its browser", async () => {
  const wait: WrittenStep = { type: "WAIT_FOR_VARIABLE_VALUE", name: "code" };
  const waiting = await customer.create(`${site.url}/visitor`, [wait], { variables: { code: "_WAIT_FOR_IT_" } });
  await customer.waits(waiting, "code");
  const refused = await customer.create(`${site.url}/visitor`, read, { settings: { timezone: "Nowhere/Land" } });
  const failure = { code: "ERROR_STEP_FAILED", description: expect.stringContaining("timezone") };
  expect(await customer.end(refused)).toMatchObject(failure);
  await customer.push(waiting, "code", "1");
  expect(await customer.end(waiting)).toMatchObject({ status: "ready", attempts: 1 });
});

test("httpAuth signs in at the website's origin", async () => {
  const heading: WrittenStep = { type: "READ_TEXT", selector: "h1", as: "heading" };
  const httpAuth = { username: "ada", password: "love:lace" };
  expect(await textsOf("/private", [heading], { httpAuth })).toEqual({ heading: "Welcome, Ada" });
});

test("a cookie that the browser refuses ends the task and says so", async () => {
  const cookies = [{ name: "__Secure-a", value: "b", secure: false }];
  await expect(textsOf("/visitor", read, { cookies })).rejects.toThrow("refused a cookie of task.cookies");
});
