import type { Step } from "@gatepost/contract/steps";
import type { Locator } from "@playwright/test";
import { expect, signIn, test } from "./flow.ts";
import { enter } from "./portal.ts";

test("a person watches the browser of a waiting task, and sees what the page does as it does it", async ({
  installation,
  caller,
  browser,
}) => {
  const { taskId } = await caller.client.createTask(signIn(installation.site));
  await caller.untilWaiting(taskId, "2fa_input_value");
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await enter(page, installation, caller.accountId);
  await page.goto(`${installation.url}/dashboard/tasks/${taskId}`);
  await page.getByRole("button", { name: "Watch live" }).click();

  const live = page.getByRole("application", { name: "Live page" });
  await expect(live).toBeVisible();
  await expect(live.locator("canvas")).toHaveAttribute("data-frames", /[1-9]/);
  await expect(page.getByRole("status").filter({ hasText: "The task controls the page." })).toBeVisible();
  await expect(page.getByText(`127.0.0.1:${installation.site.port}`, { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/^\d+:\d\d left$/).first()).toBeVisible();
  // The whole window, although it was made small while nobody watched.
  await expect(live.locator("canvas")).toHaveAttribute("width", "1280");
  await expect(live.locator("canvas")).toHaveAttribute("height", "720");

  await page.getByLabel("Answer").fill("349001");
  await page.getByRole("button", { name: "Send answer" }).click();
  await caller.solution(taskId);
  await expect(page.getByRole("application", { name: "Live page" })).toBeHidden();
  expect(complaints).toEqual([]);
  await page.context().close();
});

/** Where something is on the live page: the portal's coordinates of the middle of what the demo site shows. */
async function placeOf(live: Locator, { x, y }: { x: number; y: number }) {
  const box = await live.locator("canvas").boundingBox();
  if (!box) throw new Error("The live page is not shown.");
  return { x: box.x + (x * box.width) / 1280, y: box.y + (y * box.height) / 720 };
}

/** Where the middle of an element of the demo site is. */
async function middleOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error("The element is not shown.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("a person with a phone takes over, does what no template knows, and hands back; the task ends ready", async ({
  installation,
  caller,
  browser,
}) => {
  const { site, url } = installation;
  const steps: Step[] = [
    { type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: "code" }, prompt: { permanent: "Confirm that it is you" } },
    { type: "WAIT_FOR_TEXT", text: { permanent: "Verified" } },
    { type: "READ_TEXT", selector: { permanent: "#reference" }, as: { permanent: "reference" } },
  ];
  const taskId = await caller.run(steps, "/verification", { code: "_WAIT_FOR_IT_" });
  await caller.untilWaiting(taskId, "code");

  // Where things are on the site, as a person sees them on the picture.
  const plan = await browser.newPage();
  const address = `${site.url}/verification`;
  await plan.setViewportSize({ width: 1280, height: 720 });
  await plan.goto(address);
  const number = await middleOf(plan.getByText("42", { exact: true }));
  await plan.getByText("42", { exact: true }).click();
  const frame = plan.frameLocator("iframe").getByText("I agree");
  await expect(frame).toBeVisible();
  const agree = await middleOf(frame);
  await frame.click();
  await expect(plan.locator("canvas")).toBeVisible();
  const canvas = await plan.locator("canvas").boundingBox();
  const confirm = await plan.locator("#confirm").boundingBox();
  if (!canvas || !confirm) throw new Error("The signature is not asked for.");
  await plan.close();

  const context = await browser.newContext({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  await enter(phone, installation, caller.accountId);
  await phone.goto(`${url}/dashboard/tasks/${taskId}`);
  await phone.getByRole("button", { name: "Watch live" }).tap();
  const live = phone.getByRole("application", { name: "Live page" });
  await expect(live.locator("canvas")).toHaveAttribute("data-frames", /[1-9]/);

  const office = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const officeEmail = await enter(office, installation, caller.accountId);
  expect(officeEmail).toContain("@");
  await office.goto(`${url}/dashboard/tasks/${taskId}`);
  await office.getByRole("button", { name: "Watch live" }).click();

  await phone.getByRole("button", { name: "Take over" }).tap();
  await expect(phone.getByText("You control the page.")).toBeVisible();
  await expect(office.getByText(/@example.org controls the page/)).toBeVisible();
  await expect(office.getByRole("button", { name: "Take over" })).toBeHidden();
  await live.scrollIntoViewIfNeeded();

  const tap = async (at: { x: number; y: number }) => {
    const place = await placeOf(live, at);
    await phone.touchscreen.tap(place.x, place.y);
  };
  const untilFrame = async (act: () => Promise<void>) => {
    const before = Number(await live.locator("canvas").getAttribute("data-frames"));
    await act();
    await expect
      .poll(async () => Number(await live.locator("canvas").getAttribute("data-frames")))
      .toBeGreaterThan(before);
  };
  await untilFrame(() => tap(number));
  await untilFrame(() => tap(agree));
  // Playwright has no finger that draws; a mouse on the same place sends what one finger would.
  const from = await placeOf(live, { x: canvas.x + 40, y: canvas.y + 60 });
  const to = await placeOf(live, { x: canvas.x + 340, y: canvas.y + 90 });
  await phone.mouse.move(from.x, from.y);
  await phone.mouse.down();
  await phone.mouse.move(to.x, to.y, { steps: 8 });
  await phone.mouse.up();
  await untilFrame(() => tap({ x: confirm.x + confirm.width / 2, y: confirm.y + confirm.height / 2 }));

  await phone.getByRole("button", { name: "Hand back" }).tap();
  await phone.getByRole("button", { name: /^Next: Wait until / }).tap();
  const { texts } = await caller.solution(taskId);
  expect(texts).toEqual({ reference: "V-2041" });
  await phone.reload();
  await expect(
    phone.getByText(/taken over at .* UTC by .*@example.org; handed back at .* UTC by .*, who acted on .*#confirm/),
  ).toBeVisible();
  await context.close();
  await office.context().close();
});

test("a task that asks when a step fails is saved by a person on its live page, and by a program", async ({
  installation,
  caller,
  browser,
}) => {
  const steps: Step[] = [
    { type: "CLICK", selector: { permanent: "#not-there" }, timeout: { permanent: 1 } },
    { type: "READ_TEXT", selector: { permanent: "h1" }, as: { permanent: "title" } },
  ];
  const create = async () => {
    const task = {
      template: { name: "Asks", onFailure: "ask", steps },
      websiteURL: `${installation.site.url}/account`,
    };
    return (await caller.client.createTask({ task: { type: "AntiGateTask", ...task } } as never)).taskId;
  };
  const untilAsked = (taskId: number) =>
    expect
      .poll(async () => caller.client.getTaskResult({ taskId }), { intervals: [100] })
      .toMatchObject({
        status: "processing",
        waitingFor: ["_help"],
        controlledBy: null,
        waiting: [
          {
            kind: "help",
            live: true,
            options: ["retry", "skip", "stop"],
            prompt: expect.stringContaining("#not-there"),
          },
        ],
      });

  const byProgram = await create();
  await untilAsked(byProgram);
  await caller.client.pushAntiGateVariable({ taskId: byProgram, name: "_help", value: "skip" });
  expect((await caller.solution(byProgram)).texts).toEqual({ title: "An account" });

  const stopped = await create();
  await untilAsked(stopped);
  await caller.client.pushAntiGateVariable({ taskId: stopped, name: "_help", value: "stop" });
  expect((await caller.failure(stopped)).errorCode).toBe("ERROR_STEP_FAILED");

  const byPerson = await create();
  await untilAsked(byPerson);
  const { url } = await caller.client.createLiveLink({ taskId: byPerson, control: true });
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByRole("button", { name: "Take over" }).click();
  await expect(page.getByText("You control the page.")).toBeVisible();
  expect(await caller.client.getTaskResult({ taskId: byPerson })).toMatchObject({ controlledBy: "person" });
  await page.getByRole("button", { name: "Hand back" }).click();
  await page.getByRole("button", { name: /^Next: Read / }).click();
  expect((await caller.solution(byPerson)).texts).toEqual({ title: "An account" });
  await expect(page.getByRole("status")).toHaveText("The browser is closed.");
  await page.close();
});
