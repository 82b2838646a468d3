import type { Browser, Page } from "@playwright/test";
import { answerScript } from "../../apps/web/src/public/link-page.ts";
import type { AnswerRequest } from "../../tests/answer-ways.ts";
import { enter } from "../../tests/e2e/portal.ts";
import type { Finding } from "../findings.ts";
import type { Lab } from "../lab.ts";
import { openJudge, pointsOf } from "../lighthouse.ts";
import { bytesOf, Connection } from "../load/connection.ts";
import { openAnswerTimes } from "./answer-times.ts";

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** The page of an answer link: what it takes over HTTP, what Lighthouse says, and when another browser shows the answer. */
export async function answerPageRow(lab: Lab): Promise<Finding[]> {
  await using installation = await lab.newInstallation("answerpage");
  await using web = await installation.startWeb("direct", { GATEPOST_SIGNUP: "open" });
  await using times = await openAnswerTimes(installation, web);
  const url = `http://127.0.0.1:${web.port}`;
  await using lighthouse = await openJudge(lab.say);
  const { browser } = lighthouse;
  lab.say("the page over HTTP");
  const connection = await Connection.open(web.port);
  const pages: number[] = [];
  for (let round = 0; round <= lab.rounds; round++)
    pages.push(await times.p50("link", lab.samples / 3, (request) => openAndAnswer(connection, request)));
  // The first round compiled and cached.
  pages.shift();
  connection.close();
  lab.say("two browsers");
  const first = await times.newWait("link");
  const office = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await enter(office, { url, operator: installation.operator }, first.account.accountId);
  const shown: number[] = [];
  for (let wait = first; shown.length < 5 * lab.rounds; wait = await times.newWait("link"))
    shown.push(
      await untilShown(office, `${url}/dashboard/tasks/${wait.taskId}`, browser, url + (await times.newLink(wait))),
    );
  await office.close();
  const link = url + (await times.newLink(await times.newWait("link")));
  const judged = await lighthouse.judge(link, lab.rounds);
  return [
    {
      row: "P3",
      what: "answer page, GET and POST, until the value is taken, p50",
      unit: "ms",
      subject: pages,
      asked: { atMost: 100 },
    },
    {
      row: "U8",
      what: "from a phone's tap until another browser shows that the task continues",
      unit: "ms",
      subject: shown,
      asked: { atMost: 1_000 },
    },
    ...pointsOf("answer page", judged, 99),
    {
      row: "P10",
      what: "answer page, script, its inline script included",
      unit: "KB",
      asked: { atMost: 30 },
      subject: judged.map(({ scripts }) => scripts + Buffer.byteLength(answerScript) / 1_024),
    },
  ];
}

/** Sends what a phone sends. Returns when it began, in nanoseconds of the machine's clock. */
async function openAndAnswer(connection: Connection, { path, headers, body }: AnswerRequest): Promise<bigint> {
  const began = process.hrtime.bigint();
  for (const call of [{ verb: "GET", path } as const, { verb: "POST", path, headers, body } as const]) {
    const { status, body: page } = await connection.send(bytesOf(call));
    if (status !== 200) throw new Error(`${path} was answered ${status} ${page}`);
  }
  return began;
}

/** Milliseconds from the tap on the answer page until the task's page, in the other browser, does not wait any more. */
async function untilShown(office: Page, task: string, browser: Browser, link: string): Promise<number> {
  await office.goto(task);
  const waiting = office.getByText(/Waiting for/);
  await waiting.waitFor();
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel("Answer").fill("349001");
  const from = performance.now();
  await page.getByRole("button", { name: "Send answer" }).tap();
  await waiting.waitFor({ state: "hidden" });
  const took = performance.now() - from;
  await context.close();
  return took;
}
