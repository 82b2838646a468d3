import type { WrittenStep } from "@gatepost/contract/steps";
import type { Browser, CDPSession, Page } from "@playwright/test";
import { type Caller, expect, type TestInstallation, test } from "./flow.ts";
import { LivePerson, middleOf, placesOn } from "./live-person.ts";

/** What a person does on a live page reaches the page of the task: each way of input, in a real browser. */

const wait: WrittenStep = { type: "WAIT_FOR_VARIABLE_VALUE", name: "done", kind: "live" };
const readDid: WrittenStep = { type: "READ_TEXT", selector: "#did", as: "did" };

interface Asked {
  installation: TestInstallation;
  caller: Caller;
  browser: Browser;
}

/** A person has the page of a task at this path, by a link. The steps wait for them by these names. */
async function asPerson({ caller }: Asked, page: Page, steps: WrittenStep[], path: string, waits = ["done"]) {
  const taskId = await caller.run(steps, path, Object.fromEntries(waits.map((name) => [name, "_WAIT_FOR_IT_"])));
  const { url } = await caller.client.createLiveLink({ taskId, control: true });
  await page.goto(url);
  const takeOver = async (name = "done") => {
    await caller.untilWaiting(taskId, name);
    await page.getByRole("button", { name: "Take over" }).click();
    await expect(page.getByText("You control the page.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Hand back" })).toBeFocused();
  };
  await takeOver();
  const person = new LivePerson(page);
  await person.untilSeen();
  /** At the next step, or at the one with this place. */
  const handBack = async (place?: string) => {
    await page.getByRole("button", { name: "Hand back" }).click();
    if (place === undefined) return page.getByRole("button", { name: /^Next: / }).click();
    await page.getByLabel("If you have done the next steps yourself").selectOption(place);
    await page.getByRole("button", { name: "Continue there" }).click();
  };
  return { person, takeOver, handBack, solution: () => caller.solution(taskId) };
}

const placesByHand = ({ installation, browser }: Asked) =>
  placesOn(browser, `${installation.site.url}/by-hand`, async (page) => ({
    name: await middleOf(page.locator("#name")),
    terms: await middleOf(page.locator("#terms")),
    hold: await middleOf(page.locator("#hold")),
    note: await middleOf(page.locator("#note")),
  }));

test("keys, a paste, an input method, the wheel and a dialog; the page is handed back at a later step", async ({
  installation,
  caller,
  browser,
}) => {
  const asked = { installation, caller, browser };
  const places = await placesByHand(asked);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  // The person does it themselves.
  const typeName: WrittenStep = { type: "FILL_INPUT", selector: "#nowhere", value: "Ada" };
  const { person, handBack, solution } = await asPerson(asked, page, [wait, typeName, readDid], "/by-hand");
  await person.click(places.name);
  await expect(page.getByLabel("Type into the page"), "for an input method").toBeFocused();
  await page.keyboard.type("Ada");
  await page.evaluate("navigator.clipboard.writeText(' Lovelace')");
  await page.keyboard.press("Control+V");
  await compose(await context.newCDPSession(page), "愛");
  const terms = await person.placeOf(places.terms);
  await page.mouse.move(terms.x, terms.y);
  await page.mouse.wheel(0, 100);
  await person.click(places.note);
  const dialog = page.getByRole("alertdialog", { name: "The page says" });
  await expect(dialog).toContainText("What should we know?");
  await expect(dialog.getByLabel("Answer to the page")).toHaveValue("Nothing");
  await dialog.getByLabel("Answer to the page").fill("Ring twice");
  await dialog.getByRole("button", { name: "OK" }).click();
  await expect(dialog).toBeHidden();
  await handBack("3");
  const { texts } = await solution();
  expect(texts.did?.split("; ").sort()).toEqual(["name: Ada Lovelace愛", "note: Ring twice", "terms: scrolled"]);
  await context.close();
});

/** What an input method does: it shows what may become the text, and then writes it. */
async function compose(cdp: CDPSession, text: string): Promise<void> {
  await cdp.send("Input.imeSetComposition", { text: "ai", selectionStart: 2, selectionEnd: 2 });
  await cdp.send("Input.insertText", { text });
}

test("a tap, a long press, two fingers that enlarge the picture or scroll the page, and the phone's keyboard", async ({
  installation,
  caller,
  browser,
}) => {
  const asked = { installation, caller, browser };
  const places = await placesByHand(asked);
  const context = await browser.newContext({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  const { person, handBack, solution } = await asPerson(asked, phone, [wait, readDid], `/by-hand?${"long".repeat(60)}`);
  expect(await phone.evaluate("document.documentElement.scrollWidth")).toBe(390);
  await person.live.scrollIntoViewIfNeeded();
  const cdp = await context.newCDPSession(phone);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints });

  // Two fingers on a button press nothing.
  const note = await person.placeOf(places.note);
  await touch("touchStart", note);
  await touch("touchStart", note, { x: note.x + 5, y: note.y });
  await touch("touchEnd");
  const terms = await person.placeOf(places.terms);
  const beside = (by: number) => [-50, 50].map((x) => ({ x: terms.x + x, y: terms.y - by }));
  await person.untilPicture(async () => {
    await touch("touchStart", ...beside(0));
    await touch("touchMove", ...beside(20));
    await touch("touchEnd");
  });

  const { x, y } = await person.placeOf(places.name);
  const before = await person.canvas.boundingBox();
  await touch("touchStart", { x: x - 20, y }, { x: x + 20, y });
  await touch("touchMove", { x: x - 60, y }, { x: x + 60, y });
  await touch("touchEnd");
  const after = await person.canvas.boundingBox();
  expect((after?.width ?? 0) / (before?.width ?? 1)).toBeGreaterThan(2);

  // What is enlarged is where it is seen.
  await person.tap(places.name);
  await phone.getByRole("button", { name: "Keyboard" }).tap();
  await cdp.send("Input.insertText", { text: "Ada" });
  await phone.getByRole("button", { name: "ArrowUp" }).tap();
  await cdp.send("Input.insertText", { text: "Ms " });
  const hold = await person.placeOf(places.hold);
  const live = await person.live.boundingBox();
  expect(live && hold.y < live.y + live.height && hold.x > live.x && hold.x < live.x + live.width).toBe(true);
  const nearby = { x: places.hold.x - 140, y: places.hold.y };
  // The picture may still be moving when the keyboard has just been opened; a person who missed the button holds it again.
  await expect(async () => {
    await touch("touchStart", await person.placeOf(places.hold));
    // The button turns red once it has been held for long enough.
    await expect
      .poll(() => person.isRedAt(nearby), { timeout: 10_000 })
      .toBe(true)
      .finally(() => touch("touchEnd"));
  }).toPass();
  await handBack();
  const { texts } = await solution();
  expect(texts.did).toBe("terms: scrolled; name: Ms Ada; button: held");
  await context.close();
});

test("windows as tabs, a file that the page asks for, and a download that the task keeps", async ({
  installation,
  caller,
  browser,
}) => {
  const { site } = installation;
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const placeOf = (path: string, selector: string) =>
    placesOn(browser, site.url + path, (plan) => middleOf(plan.locator(selector)));
  const open = (path: string): WrittenStep => ({ type: "OPEN_PAGE", url: site.url + path });
  const read = (as: string): WrittenStep => ({ type: "READ_TEXT", selector: "h1", as });
  const download: WrittenStep = { type: "DOWNLOAD_FILE", selector: "#file", as: "report" };
  const steps: WrittenStep[] = [
    wait,
    read("windows"),
    open("/upload"),
    { ...wait, name: "sent" },
    // A picture may show the pressed button before the site has answered.
    { type: "WAIT_FOR_TEXT", text: "We have your document" },
    open("/report"),
    { ...wait, name: "saved" },
    { type: "IF_TEXT", text: "not on this page", then: [download] },
  ];
  const asked = { installation, caller, browser };
  const { person, takeOver, handBack, solution } = await asPerson(asked, page, steps, "/jobs/pop-up", [
    "done",
    "sent",
    "saved",
  ]);

  await person.click(await placeOf("/jobs/pop-up", "#sign-in"));
  const tabs = page.getByRole("tablist", { name: "Windows" }).getByRole("tab");
  await expect(tabs).toHaveCount(2);
  await expect(tabs.nth(1)).toHaveAttribute("aria-selected", "true");
  await tabs.first().click();
  await expect(tabs.first()).toHaveAttribute("aria-selected", "true");
  await handBack();

  await takeOver("sent");
  await person.click(await placeOf("/upload", "#document"));
  await page
    .getByLabel("The page asks for a file")
    .setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("of a person") });
  await expect(page.getByLabel("The page asks for a file")).toBeHidden();
  await person.click(await placeOf("/upload", "#send"));
  await handBack();

  await takeOver("saved");
  const report = await placeOf("/report", "#file");
  await person.click(report);
  const said = page.getByRole("status", { name: "Download" });
  await expect(said).toContainText("report.csv was downloaded.");
  await person.click(report);
  await expect(said).toContainText("This page offers a download, report.csv.");
  await handBack();
  const { texts, files } = await solution();
  expect(texts.windows, "of the window that the person chose").toBe("A shop");
  expect(site.submissions("/upload").at(-1)?.fields).toMatchObject({ name: "a.txt", size: "11" });
  expect(files).toMatchObject({ report: { name: "report.csv", type: "text/csv" } });
  await page.close();
});
