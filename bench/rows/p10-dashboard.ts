import { type Mode, modeRecords, modes } from "@gatepost/contract/modes";
import type { Page } from "@playwright/test";
import { enter } from "../../tests/e2e/portal.ts";
import type { Finding } from "../findings.ts";
import type { Lab } from "../lab.ts";
import { openJudge, pointsOf } from "../lighthouse.ts";
import { seedCounts } from "./count-seed.ts";

/** Counted events of the dashboard that is looked at, and of a whole run's. */
const events = { quick: 100_000, whole: 5_000_000 };
/** An owner with many applications, of which most events are the first one's, and a report with many series. */
const size = { applications: 40, codes: 15 };
/** In the order of their clicks: the first one shown is the last one chosen. */
const clicked = [...modes.slice(1), ...modes.slice(0, 1)];

/** The owner's dashboard in a real browser: Lighthouse's scores for phones, what is sent, and how fast it responds. */
export async function dashboardRow(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("p10");
  lab.say("counting the events");
  const { softId } = await seedCounts(installation, lab.rounds > 1 ? events.whole : events.quick, size);
  const [application] = await installation.query<{ account_id: number }>(
    "select account_id from application where id = $1",
    [softId],
  );
  await using web = await installation.startWeb("direct", { GATEPOST_SIGNUP: "open" });
  const url = `http://127.0.0.1:${web.port}`;
  await using lighthouse = await openJudge(lab.say);
  const context = await lighthouse.browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await enter(page, { url, operator: installation.operator }, application?.account_id ?? 0);
  // An owner with millions of events has dismissed the first steps.
  await context.addCookies([{ name: "guide", value: "dismissed", url }]);
  const report = `${url}/dashboard/apps/${softId}`;
  const pages = [
    "/dashboard",
    "/dashboard/apps",
    `/dashboard/apps/${softId}`,
    "/dashboard/tasks",
    "/dashboard/keys",
    "/dashboard/balance",
  ];
  const loads: { path: string; seconds: number }[] = [];
  const switches: number[] = [];
  for (let round = 0; round < lab.rounds; round++) {
    for (const path of pages) loads.push({ path, seconds: await untilInteractive(page, url + path) });
    await page.goto(`${report}?range=90d`);
    await page.getByRole("figure").waitFor();
    // The other modes are prefetched when the page is idle.
    await page.waitForLoadState("networkidle").catch(() => {});
    for (const mode of clicked) switches.push(await page.evaluate<number>(switchTo(mode)));
  }
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  // It polls the service every 1.5 s, so it is a separate page from the one that Lighthouse scores.
  await page.close();
  const judged = await lighthouse.judge(report, lab.rounds, { cookie });
  const slowest = loads.reduce((one, other) => (one.seconds > other.seconds ? one : other));
  return [
    ...pointsOf("dashboard", judged, 95, judged.map(({ metrics }) => metrics).join("; ")),
    {
      row: "P10",
      what: "dashboard, JavaScript sent, compressed",
      unit: "KB",
      subject: judged.map(({ scripts }) => scripts),
      asked: { atMost: 260 },
    },
    {
      row: "P10",
      what: "dashboard, from a mode's click to its chart",
      unit: "ms",
      subject: switches,
      asked: { atMost: 100 },
    },
    {
      row: "P10",
      what: "dashboard pages, from the address to an answered key",
      unit: "s",
      subject: loads.map(({ seconds }) => seconds),
      asked: { atMost: 1 },
      note: `slowest: ${slowest.path}`,
    },
  ];
}

/** Seconds until the page opens a dialog for `?` or `/`, which it does once its script has run. */
async function untilInteractive(page: Page, address: string): Promise<number> {
  await page.goto("about:blank");
  const from = performance.now();
  await page.goto(address, { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  const dialog = page.getByRole("dialog", { name: "Search" });
  while (!(await dialog.isVisible())) await page.keyboard.press("/");
  return (performance.now() - from) / 1_000;
}

/** In the page: milliseconds from the click on a mode to the frame in which its chart is drawn. */
function switchTo(mode: Mode): string {
  return `new Promise((done) => {
    const tab = document.querySelector('[aria-keyshortcuts="${modes.indexOf(mode) + 1}"]');
    const from = performance.now();
    tab.click();
    const look = () => {
      const figure = document.querySelector("figure");
      const drawn = figure.getAttribute("aria-label").startsWith("Chart: ${modeRecords[mode].name}")
        && figure.closest("section").getAttribute("aria-busy") === "false";
      if (drawn) requestAnimationFrame(() => setTimeout(() => done(performance.now() - from)));
      else requestAnimationFrame(look);
    };
    look();
  })`;
}
