import { createServer } from "node:http";
import { createApplication } from "@gatepost/domain/applications/applications";
import { createShareLink, revokeShareLink } from "@gatepost/domain/applications/share-links";
import { writeHistory } from "@gatepost/domain/statistics/history-testing";
import { inPortal, newAccount } from "../factories.ts";
import { listen } from "../listen.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./flow.ts";
import { send } from "./send.ts";
import type { Web } from "./web.ts";

const html = { accept: "text/html" };

/** The owner of an application with three views and two errors of three days ago. */
async function newOwner(web: Web) {
  const { accountId } = await newAccount(web.operator);
  const { softId } = await createApplication({ ctx: web.operator, input: { accountId, name: "Acme <b>Exporter</b>" } });
  const at = new Date(Date.now() - 3 * 86_400_000);
  const view = { kind: "view" as const, at };
  const failed = { kind: "refused" as const, code: "ERROR_ZERO_BALANCE", at };
  const happenings = [view, view, view, failed, failed];
  await writeHistory(web.operator, { softId, ownerId: accountId, happenings, commission: 100_000 });
  return { owner: inPortal(web.operator, { accountId }), softId };
}

test("a share link's page shows its chart, its table and its other views without JavaScript", async ({
  browser,
  web,
}) => {
  const { owner, softId } = await newOwner(web);
  const { token } = await createShareLink({ ctx: owner, input: { softId, name: "press" } });
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${web.url}/share/${token}`);
  const counted = page.getByRole("region", { name: "Chart data" }).getByRole("cell").filter({ hasNotText: /^0$/ });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Acme <b>Exporter</b>");
  await expect(page.getByRole("img", { name: /^Chart: Accepted/ })).toBeVisible();
  await expect(counted).toHaveText(["2"]);
  await expect(page.getByRole("row", { name: "ERROR_ZERO_BALANCE" }).getByRole("cell")).toHaveText("2");
  await page.getByRole("link", { name: "Page views 3" }).click();
  await expect(counted).toHaveText(["3"]);
  await page.getByRole("link", { name: "Today" }).click();
  await expect(page.getByRole("row", { name: /^00:00/ })).toBeVisible();
  await expect(counted).toHaveCount(0);
  await context.close();
});

test("S15, S12: other sites show an embedded chart in a frame, and nothing else of this one", async ({
  browser,
  web,
}) => {
  const { owner, softId } = await newOwner(web);
  const input = { softId, name: "blog", embeddedMode: "views" as const };
  const { token, shareId } = await createShareLink({ ctx: owner, input });
  const whole = await createShareLink({ ctx: owner, input: { softId, name: "press" } });
  const chart = await send(`${web.url}/embed/${token}`, { headers: html });
  expect(chart.status).toBe(200);
  expect(chart.headers["content-security-policy"]).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'none'; base-uri 'none'; frame-ancestors \*$/,
  );
  expect(chart.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
  for (const name of ["x-frame-options", "set-cookie"]) expect(chart.headers).not.toHaveProperty(name);
  expect(chart.body).not.toMatch(/<(script|a|form|button|img|link(?! rel="icon" href="data:,">))\b|\son\w+=|\sstyle=/);

  for (const path of [`share/${whole.token}`, `embed/${token}/x`, "embed"]) {
    const { headers } = await send(`${web.url}/${path}`, { headers: html });
    expect(headers, path).toMatchObject({ "x-frame-options": "DENY" });
    expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
  }

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const frames = `<iframe src="${web.url}/embed/${token}"></iframe>`;
  const blog = createServer((_, response) => response.setHeader("content-type", "text/html").end(frames));
  await page.goto((await listen(blog)).url);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("img", { name: /^Chart: Page views/ })).toBeVisible();
  expect(await frame.getByRole("cell").allTextContents()).toContain("3");
  expect(await context.cookies()).toEqual([]);
  blog.closeAllConnections();
  blog.close();
  await page.goto(`${web.url}/embed/${token}`);
  await expectAccessible(page, "embedded chart");
  await context.close();

  await revokeShareLink({ ctx: owner, input: { shareId } });
  const answers = [];
  for (const guess of [token, whole.token, "A".repeat(32), "x", "%00"]) {
    const { status, body, headers } = await send(`${web.url}/embed/${guess}`, { headers: html });
    answers.push({ status, body, policy: headers["content-security-policy"] });
  }
  expect(answers[0]?.status).toBe(404);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect((await send(`${web.url}/share/${token}`, { headers: html })).status).toBe(404);
});
