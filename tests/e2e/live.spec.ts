import { createServer } from "node:http";
import type { WrittenStep } from "@gatepost/contract/steps";
import { listen } from "../listen.ts";
import { expect, test } from "./flow.ts";
import { LivePerson, middleOf, placesOn } from "./live-person.ts";
import { enter } from "./portal.ts";

test("a person with a phone and an answer link takes over, does what no template knows, and hands back; the task ends ready", async ({
  installation,
  caller,
  browser,
}) => {
  const { site, url } = installation;
  const steps: WrittenStep[] = [
    { type: "WAIT_FOR_VARIABLE_VALUE", name: "done", kind: "live", prompt: "Confirm that it is you" },
    { type: "WAIT_FOR_TEXT", text: "Verified" },
    { type: "READ_TEXT", selector: "#reference", as: "reference" },
  ];
  const taskId = await caller.run(steps, "/verification", { done: "_WAIT_FOR_IT_" });
  await caller.untilWaiting(taskId, "done");
  const places = await placesOn(browser, `${site.url}/verification`, async (page) => {
    const number = await middleOf(page.getByText("42", { exact: true }));
    await page.getByText("42", { exact: true }).click();
    const consent = page.frameLocator("iframe").getByText("I agree");
    await expect(consent).toBeVisible();
    const agree = await middleOf(consent);
    await consent.click();
    return {
      number,
      agree,
      canvas: await middleOf(page.locator("canvas")),
      confirm: await middleOf(page.locator("#confirm")),
    };
  });

  const context = await browser.newContext({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  const requested: string[] = [];
  phone.on("request", (request) => requested.push(request.url()));
  const link = await caller.client.createAnswerLink({ taskId, name: "done", live: true });
  await phone.goto(link.url);
  await expect(phone.getByRole("button", { name: "Done" })).toBeVisible();
  await expect(phone.getByRole("img", { name: "The page that asks" })).toBeVisible();
  // Nothing of the live page is loaded before somebody asks for it.
  expect(requested.filter((one) => /\/(?:_next|live)\//.test(one))).toEqual([]);
  await phone.getByRole("button", { name: "Show the live page" }).tap();
  const frame = phone.frameLocator("iframe");
  const person = new LivePerson(phone, frame);
  await person.untilSeen();

  const office = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await enter(office, installation, caller.accountId);
  await office.goto(`${url}/dashboard/tasks/${taskId}`);
  await office.getByRole("button", { name: "Watch live" }).click();

  await frame.getByRole("button", { name: "Take over" }).tap();
  await expect(frame.getByText("You control the page.")).toBeVisible();
  await expect(office.getByText(/ controls the page/)).toBeVisible();
  await expect(office.getByRole("button", { name: "Take over" })).toBeHidden();
  await person.live.scrollIntoViewIfNeeded();
  await person.untilPicture(() => person.tap(places.number));
  await person.untilPicture(() => person.tap(places.agree));
  // Playwright has no finger that draws; a mouse on the same place sends what one finger would.
  const { x, y } = places.canvas;
  const from = await person.placeOf({ x: x - 150, y: y - 10 });
  const to = await person.placeOf({ x: x + 150, y: y + 20 });
  await phone.mouse.move(from.x, from.y);
  await phone.mouse.down();
  await phone.mouse.move(to.x, to.y, { steps: 8 });
  await phone.mouse.up();
  await person.untilPicture(() => person.tap(places.confirm));

  await frame.getByRole("button", { name: "Hand back" }).tap();
  await frame.getByRole("button", { name: /^Next: Wait until / }).tap();
  const { texts } = await caller.solution(taskId);
  expect(texts).toEqual({ reference: "V-2041" });
  // The page notices that there is nothing to answer any more.
  await expect(phone.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await office.reload();
  await expect(
    office.getByText(/taken over at .* UTC by .*; handed back at .* UTC by .*, who acted on .*#confirm/),
  ).toBeVisible();
  await context.close();
  await office.context().close();
});

test("another site shows a live page only where the account lists its origin; a task that asks when steps fail is saved by a program, and by a person there", async ({
  installation,
  caller,
  portal,
  browser,
}) => {
  const steps: WrittenStep[] = [
    { type: "CLICK", selector: "#not-there", timeout: 1 },
    { type: "CLICK", selector: "#not-here", timeout: 1 },
    { type: "READ_TEXT", selector: "h1", as: "title" },
  ];
  const template = { name: "Asks", onFailure: "ask", steps } as const;
  const { taskId } = await caller.client.createTask({
    task: { type: "AntiGateTask", template, websiteURL: `${installation.site.url}/account` },
  });
  const untilAsked = (selector: string) => {
    const wait = { kind: "help", live: true, options: ["retry", "skip", "stop"] };
    return expect
      .poll(async () => caller.client.getTaskResult({ taskId }), { intervals: [100] })
      .toMatchObject({
        status: "processing",
        waitingFor: ["_help"],
        controlledBy: null,
        waiting: [{ ...wait, prompt: expect.stringContaining(selector) }],
      });
  };
  await untilAsked("#not-there");
  await caller.client.pushAntiGateVariable({ taskId, name: "_help", value: "skip" });
  await untilAsked("#not-here");

  const { url } = await caller.client.createLiveLink({ taskId, control: true });
  const site = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(
      `<!doctype html><title>Another site</title><iframe title="Live" src="${url}" width="900" height="700"></iframe>`,
    );
  });
  const { url: origin } = await listen(site);
  const page = await browser.newPage();
  await page.goto(origin);
  await expect.poll(() => page.frames().map((frame) => frame.url())).toContain("chrome-error://chromewebdata/");

  await portal.goto(`${installation.url}/dashboard/account`);
  await portal.getByLabel("Origins").fill(`${origin}/path`);
  await portal.getByRole("button", { name: "Save origins" }).click();
  await expect(portal.getByText("is not an origin")).toBeVisible();
  await portal.getByLabel("Origins").fill(origin);
  await portal.getByRole("button", { name: "Save origins" }).click();
  await expect(portal.getByText("Saved.")).toBeVisible();
  await portal.getByLabel("Origins").press("Enter");
  await expect(portal.getByText("Saved.")).toHaveCount(0);

  await page.reload();
  const frame = page.frameLocator("iframe");
  await new LivePerson(page, frame).untilSeen();
  await frame.getByRole("button", { name: "Take over" }).click();
  await expect(frame.getByText("You control the page.")).toBeVisible();
  expect(await caller.client.getTaskResult({ taskId })).toMatchObject({ controlledBy: "person" });
  await frame.getByRole("button", { name: "Hand back" }).click();
  await frame.getByRole("button", { name: /^Next: Read / }).click();
  expect((await caller.solution(taskId)).texts).toEqual({ title: "An account" });
  await expect(frame.getByRole("status")).toHaveText("The browser is closed.");
  await page.close();
  site.close();
});
