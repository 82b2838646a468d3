import { createKey } from "@gatepost/domain/accounts/create-key";
import { createApplication } from "@gatepost/domain/applications/create-application";
import { addNote } from "@gatepost/domain/statistics/notes";
import { newAccount } from "../factories.ts";
import { expect, test } from "./flow.ts";
import { enter } from "./portal.ts";
import { send } from "./send.ts";
import { startWeb } from "./web.ts";

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
  const owner = { kind: "person", userId: "owner", accountId, address: "127.0.0.1" } as const;
  await addNote({ ctx: { ...web.operator, actor: owner }, input: { softId, day: today, text: hostile.slice(0, 200) } });
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

test("S13: nothing that a caller sends makes a line of the log", async () => {
  await using web = await startWeb();
  const { clientKey } = await newAccount(web.operator);
  const line = JSON.stringify({ time: new Date().toISOString(), level: "error", event: "forged", cause: {} });
  const injected = `x\r\n${line}\n${line}\u2028${line}`;
  const encoded = encodeURIComponent(injected);
  const asked = [
    send(`${web.url}/${encoded}`, { method: "POST", body: {} }),
    send(`${web.url}/apps/${encoded}`, { headers: { accept: "text/html", "user-agent": encoded } }),
    send(`${web.url}/share/${encoded}`),
    send(`${web.url}/api/trpc/${encoded}`),
    send(`${web.url}/createTask`, {
      method: "POST",
      body: { clientKey, task: { type: injected, websiteURL: injected } },
    }),
    send(`${web.url}/createTask`, { method: "POST", body: { clientKey: injected } }),
    send(`${web.url}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { origin: web.url },
      body: { email: injected, password: injected, callbackURL: injected },
    }),
    send(`${web.url}/api/trpc/account.signUp`, {
      method: "POST",
      headers: { origin: web.url },
      body: { json: { email: `${injected}@example.org`, password: "long enough to be one" } },
    }),
  ];
  expect((await Promise.all(asked)).every(({ status }) => status < 500)).toBe(true);
  // The last refusal is logged; once it is, everything before it has been logged too.
  for (const event of ["sign-in/email", "sign-up"])
    await expect
      .poll(() => web.log())
      .toMatch(new RegExp(`"event":"${event}","requestId":"[^"]+","outcome":"refused"`));
  const said = web.log().split(/[\n\u2028]/);
  expect(said.some((one) => one.includes('"event":"listening"'))).toBe(true);
  expect(said.filter((one) => one.includes("forged"))).toEqual([]);
  expect(web.log()).not.toContain("page failed");
});
