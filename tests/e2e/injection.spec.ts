import { randomUUID } from "node:crypto";
import { createKey } from "@gatepost/domain/accounts/keys";
import { createApplication } from "@gatepost/domain/applications/applications";
import { addNote } from "@gatepost/domain/statistics/notes";
import { inPortal, newAccount } from "../factories.ts";
import { expect, test } from "./flow.ts";
import { enter } from "./portal.ts";
import { send } from "./send.ts";
import { logFromNow } from "./web.ts";

const hostile = [
  '"><script>window.caught = 1</script>',
  "<img src=x onerror='window.caught = 1'>",
  "</title></textarea><svg onload=window.caught=1>",
  "</script><script>window.caught = 1</script>",
].join(" ");

test("S13: what people type is text on every page that shows it", async ({ page, web }) => {
  const { accountId } = await newAccount(web.operator);
  const input = { accountId, name: hostile.slice(0, 100), description: hostile, published: true };
  const { softId } = await createApplication({ ctx: web.operator, input });
  const today = new Date().toISOString().slice(0, 10);
  const note = { softId, day: today, text: hostile.slice(0, 200) };
  await addNote({ ctx: inPortal(web.operator, { accountId }), input: note });
  await createKey({ ctx: web.operator, input: { accountId, name: hostile.slice(0, 100) } });
  await enter(page, web, accountId);
  const complaints: string[] = [];
  page.on(
    "console",
    (message) => message.text().includes("Content Security Policy") && complaints.push(message.text()),
  );
  for (const path of [
    "/apps",
    `/apps?q=${encodeURIComponent(hostile.slice(0, 100))}`,
    `/apps/${softId}`,
    "/dashboard",
    "/dashboard/apps",
    `/dashboard/run?template=${encodeURIComponent(hostile)}`,
    `/dashboard/apps/${softId}`,
    `/dashboard/apps/${softId}/settings`,
    "/dashboard/keys",
    `/sign-in?next=${encodeURIComponent(hostile)}&from=${encodeURIComponent(hostile)}`,
    `/sign-up?invite=${encodeURIComponent(hostile)}`,
    `/${encodeURIComponent(hostile)}`,
  ]) {
    await page.goto(web.url + path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate("window.caught"), path).toBeUndefined();
    expect(await page.locator("img[src=x], svg[onload]").count(), path).toBe(0);
  }
  expect(complaints, "nothing was left to the policy to stop").toEqual([]);
});

test("S13: nothing that a caller sends makes a line of the log", async ({ web }) => {
  const said = logFromNow(web);
  // By it, the log's lines of these requests are found among those of other tests.
  const mine = { "x-request-id": randomUUID() };
  const { clientKey } = await newAccount(web.operator);
  const line = JSON.stringify({ time: new Date().toISOString(), level: "error", event: "forged", cause: {} });
  const injected = `x\r\n${line}\n${line}\u2028${line}`;
  const encoded = encodeURIComponent(injected);
  const asked = [
    send(`${web.url}/${encoded}`, { method: "POST", headers: mine, body: {} }),
    send(`${web.url}/apps/${encoded}`, { headers: { ...mine, accept: "text/html", "user-agent": encoded } }),
    send(`${web.url}/share/${encoded}`, { headers: mine }),
    send(`${web.url}/api/trpc/${encoded}`, { headers: mine }),
    send(`${web.url}/createTask`, {
      method: "POST",
      headers: mine,
      body: { clientKey, task: { type: injected, websiteURL: injected } },
    }),
    send(`${web.url}/createTask`, { method: "POST", headers: mine, body: { clientKey: injected } }),
    send(`${web.url}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { ...mine, origin: web.url },
      body: { email: injected, password: injected, callbackURL: injected },
    }),
    send(`${web.url}/api/trpc/account.signUp`, {
      method: "POST",
      headers: { ...mine, origin: web.url },
      body: { json: { email: `${injected}@example.org`, password: "long enough to be one" } },
    }),
  ];
  expect((await Promise.all(asked)).every(({ status }) => status < 500)).toBe(true);
  // The last refusal is logged; once it is, everything before it has been logged too.
  for (const event of ["sign-in/email", "sign-up"])
    await expect.poll(said).toContain(`"event":"${event}","requestId":"${mine["x-request-id"]}","outcome":"refused"`);
  const lines = said().split(/[\n\u2028]/);
  expect(lines.filter((one) => one.includes("forged"))).toEqual([]);
  expect(said()).not.toContain("page failed");
});
