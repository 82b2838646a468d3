import { randomUUID } from "node:crypto";
import { createApplication } from "@gatepost/domain/applications/applications";
import { createShareLink, revokeShareLink } from "@gatepost/domain/applications/share-links";
import { createInvite, createUser } from "@gatepost/domain/people/create-user";
import { inPortal, newAccount } from "../factories.ts";
import { freePort } from "../free-port.ts";
import { newEmail, password } from "../portal-session.ts";
import { openRelay } from "../relay.ts";
import { expect, test } from "./flow.ts";
import { pagesOf } from "./pages.ts";
import { enter } from "./portal.ts";
import { type Sent, send } from "./send.ts";
import { logFromNow, type OwnWeb, startMailingWeb, startWeb, type Web } from "./web.ts";

const html = { accept: "text/html" };

/** A mutation of the portal, or a call of better-auth. */
function change(web: Web, path: string, body: unknown, more: { from?: string; headers?: Record<string, string> } = {}) {
  const headers = { origin: web.url, ...more.headers };
  return send(`${web.url}${path}`, { ...more, method: "POST", headers, body });
}

const signUp = (web: Web, email: string, more = {}) =>
  change(web, "/api/trpc/account.signUp", { json: { email, password } }, more);
const signIn = (web: Web, email: string, typed: string, more = {}) =>
  change(web, "/api/auth/sign-in/email", { email, password: typed }, more);

const statuses = (answers: Sent[]) => answers.map(({ status }) => status);
const forged = (n: number) => ({ headers: { "x-forwarded-for": `198.51.100.${n}, 203.0.113.${n}` } });

test("S15: every answer carries the headers, and scripts run by nonce alone", async ({ web }) => {
  const { accountId } = await newAccount(web.operator);
  const { softId } = await createApplication({ ctx: web.operator, input: { accountId, name: "Acme" } });
  // Whoever is not signed in is shown the way to sign in, or that there is no such page: answers too.
  const { signedOut, signedIn } = pagesOf({ softId, taskId: 1, token: "x" });
  const pages = [...signedOut, ...signedIn, "/nowhere"];
  const nonces = new Set<string>();
  for (const path of [...pages, "/healthz", "/openapi.json", "/api/trpc/account.me", "/createTask"]) {
    const { headers, body } = await send(`${web.url}${path}`, { headers: html });
    expect(headers, path).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
    });
    expect(headers, path).not.toHaveProperty("x-powered-by");
    expect(headers, `${path}, without TLS`).not.toHaveProperty("strict-transport-security");
    if (!pages.includes(path)) continue;
    const policy = new Map(
      String(headers["content-security-policy"])
        .split("; ")
        .map((part) => [part.split(" ")[0] ?? "", part.split(" ").slice(1)]),
    );
    const script = policy.get("script-src") ?? [];
    const nonce = /^'nonce-(.{22,})'$/.exec(script.find((source) => source.startsWith("'nonce-")) ?? "")?.[1] ?? "";
    nonces.add(nonce);
    expect(script, path).toEqual(["'self'", `'nonce-${nonce}'`, "'strict-dynamic'"]);
    for (const [directive, sources] of [
      ["default-src", "'self'"],
      ["object-src", "'none'"],
      ["base-uri", "'none'"],
      ["form-action", "'self'"],
      ["frame-ancestors", "'none'"],
    ] as const)
      expect(policy.get(directive), `${path} ${directive}`).toEqual([sources]);
    for (const [tag] of body.matchAll(/<script\b[^>]*>/g)) expect(tag, path).toContain(`nonce="${nonce}"`);
    expect(body, `${path} has no handlers in attributes`).not.toMatch(/<[^>]+\son\w+=/);
  }
  expect(nonces.size, "a nonce of its own for each").toBe(pages.length);
});

const origin = "https://gatepost.example";

// In a web app of its own nobody else writes into the database.
test.describe("where TLS ends at a proxy", () => {
  let web: OwnWeb;
  test.beforeAll(async () => {
    web = await startWeb({ env: { GATEPOST_ORIGIN: origin, GATEPOST_TRUSTED_PROXIES: "127.0.0.1" } });
  });
  test.afterAll(() => web?.[Symbol.asyncDispose]());

  test("S15: cookies and answers say that it is TLS, and people sign in under GATEPOST_ORIGIN alone", async () => {
    // As the proxy of docs/operating/deployment.md sends them.
    const proxied = { host: "gatepost.example", "x-forwarded-for": "198.51.100.1" };
    for (const added of [{}, proxied]) {
      const email = newEmail();
      const headers = { origin, ...added };
      expect((await signUp(web, email, { headers })).status).toBe(200);
      const signed = await signIn(web, email, password, { headers });
      expect(signed.status).toBe(200);
      const [cookie = ""] = signed.headers["set-cookie"] ?? [];
      expect(cookie).toMatch(/^__Secure-gatepost\.session_token=/);
      for (const mark of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) expect(cookie).toContain(mark);
      expect(cookie, "this host alone").not.toMatch(/Domain=/i);
      for (const other of ["http://gatepost.example", "https://other.example", web.url])
        expect((await signIn(web, email, password, { headers: { origin: other, ...added } })).status, other).toBe(403);
    }
    for (const path of ["/", "/sign-in", "/healthz", "/api/trpc/account.me"])
      expect((await send(`${web.url}${path}`)).headers["strict-transport-security"], path).toBe(
        "max-age=63072000; includeSubDomains",
      );
    const method = await send(`${web.url}/getBalance`, { method: "POST", body: {} });
    expect(method.headers["strict-transport-security"]).toContain("max-age=63072000");
  });

  test("S12: a share link that is fetched, asked about, fetched ahead or replayed changes nothing", async () => {
    const { token, softId } = await newShare(web);
    const before = await everything(web);
    for (let again = 0; again < 3; again += 1)
      for (const method of ["GET", "HEAD"])
        for (const headers of prefetches)
          expect((await send(`${web.url}/share/${token}`, { method, headers })).status).toBeLessThan(400);
    const input = encodeURIComponent(JSON.stringify({ json: { softId } }));
    const reader = { "x-gatepost-share": token };
    const read = await send(`${web.url}/api/trpc/applications.get?input=${input}`, { headers: reader });
    expect(read.status).toBe(200);
    expect(await everything(web)).toBe(before);
  });

  test("S12: a guessed, a revoked and a malformed link get one and the same answer, and change nothing", async () => {
    const { token, revoke } = await newShare(web);
    await revoke();
    const before = await everything(web);
    const guesses = [token, "A".repeat(32), `${token.slice(0, 31)}A`, token.toLowerCase(), "x", "%00", `${token}/`];
    const answers = [];
    for (const guess of guesses) {
      const { status, body, headers } = await send(`${web.url}/share/${guess}`, { headers: { accept: "text/html" } });
      answers.push({ status, body: constant(body, guess), cached: headers["cache-control"] });
    }
    expect(answers[0]?.status).toBe(404);
    for (const answer of answers.slice(1, 4)) expect(answer).toEqual(answers[0]);
    for (const { status } of answers) expect(status).toBe(404);
    expect(await everything(web)).toBe(before);
  });
});

/** An application with a link to its numbers. */
async function newShare(web: OwnWeb) {
  const { accountId } = await newAccount(web.operator);
  const { softId } = await createApplication({ ctx: web.operator, input: { accountId, name: "Acme Exporter" } });
  const owner = inPortal(web.operator, { accountId });
  const made = await createShareLink({ ctx: owner, input: { softId, name: "press" } });
  const { shareId } = made;
  return { ...made, softId, revoke: () => revokeShareLink({ ctx: owner, input: { shareId } }) };
}

/** All that the database holds but what housekeeping and people's attempts write. */
async function everything(web: OwnWeb): Promise<string> {
  const { prisma } = web.operator.db;
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('reconciliation_scan', 'service_clock', 'worker') order by 1`;
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await prisma.$queryRawUnsafe<{ line: string }[]>(`select t::text as line from "${name}" t order by 1`);
    texts.push(...rows.map(({ line }) => `${name} ${line}`));
  }
  return texts.join("\n");
}

/** A page without what is new in each answer. */
const constant = (body: string, token: string) =>
  body.replaceAll(/nonce="[^"]*"|"nonce":"[^"]*"|nonce\\":\\"[^"\\]*\\"/g, "").replaceAll(token, "TOKEN");

const prefetches: Record<string, string>[] = [
  {},
  { purpose: "prefetch" },
  { "sec-purpose": "prefetch;prerender" },
  { "next-router-prefetch": "1", rsc: "1" },
  { "user-agent": "Slackbot-LinkExpanding 1.0" },
];

test("S15: a session is ended by signing out, and a forged or stale cookie is nobody", async ({ web }) => {
  const said = logFromNow(web);
  const email = newEmail();
  // By it, the log's lines of these requests are found among those of other tests.
  const mine = { "x-request-id": randomUUID() };
  await signUp(web, email, { headers: mine });
  const [cookie = ""] = (await signIn(web, email, password, { headers: mine })).headers["set-cookie"] ?? [];
  const token = cookie.split(";")[0] ?? "";
  const me = async (sent: string) =>
    (await send(`${web.url}/api/trpc/account.me`, { headers: { cookie: sent } })).status;
  expect(await me(token)).toBe(200);
  const again =
    (await signIn(web, email, password, { headers: { ...mine, cookie: token } })).headers["set-cookie"] ?? [];
  const next = again[0]?.split(";")[0] ?? "";
  expect(next, "each sign-in has a session of its own").not.toBe(token);
  expect(await me(next)).toBe(200);
  expect(await me(token), "in the same browser, it ends the session before it").toBe(401);
  for (const bad of [`${next}x`, next.replace(/\.[^.]*$/, ""), next.replace(/=.{10}/, "=AAAAAAAAAA"), "gatepost.x=1"])
    expect(await me(bad), bad).toBe(401);
  expect((await change(web, "/api/auth/sign-out", {}, { headers: { ...mine, cookie: next } })).status).toBe(200);
  expect(await me(next), "the session is gone, not only the cookie").toBe(401);
  await signIn(web, email, "not the password", { headers: mine });
  const line = new RegExp(`"event":"([^"]+)","requestId":"${mine["x-request-id"]}","outcome":"([^"]+)"`, "g");
  const logged = () => [...said().matchAll(line)].map(([, ...what]) => what.join(" "));
  await expect
    .poll(logged)
    .toEqual(["sign-up done", "sign-in/email done", "sign-in/email done", "sign-out done", "sign-in/email refused"]);
  expect(said()).not.toContain(email);
});

test.describe("S6: with the limits of an installation, spread over two processes", () => {
  let web: OwnWeb;
  test.beforeAll(async () => {
    web = await startWeb({ rates: "default", env: { WEB_CONCURRENCY: "2" } });
  });
  test.afterAll(() => web[Symbol.asyncDispose]());

  test("of a hundred wrong passwords at once ten are looked at, whatever X-Forwarded-For they bring", async () => {
    const email = newEmail();
    expect((await signUp(web, email, { from: "127.0.0.9" })).status).toBe(200);
    const tries = await Promise.all(Array.from({ length: 100 }, (_, n) => signIn(web, email, `wrong ${n}`, forged(n))));
    expect(statuses(tries).filter((status) => status === 401)).toHaveLength(10);
    expect(statuses(tries).filter((status) => status === 429)).toHaveLength(90);
    const refused = tries.find(({ status }) => status === 429);
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
    expect((await signIn(web, email, password, forged(1))).status, "from there the right one neither").toBe(429);
    expect((await signIn(web, email, password, { from: "127.0.0.2" })).status, "its owner elsewhere").toBe(200);
  });

  test("of thirty sign-ups at once from one address ten make an account", async () => {
    const before = await web.operator.db.prisma.user.count();
    const tries = await Promise.all(Array.from({ length: 30 }, (_, n) => signUp(web, newEmail(), forged(n))));
    expect(statuses(tries).filter((status) => status === 200)).toHaveLength(10);
    expect(statuses(tries).filter((status) => status === 429)).toHaveLength(20);
    expect((await web.operator.db.prisma.user.count()) - before).toBe(10);
    expect((await signUp(web, newEmail(), { from: "127.0.0.3" })).status).toBe(200);
  });
});

/** Where sign-up is closed, and neither the mail server nor, for a while, the database can be reached. */
test("nobody signs up; a new password is asked for alike; a change says that the database is unavailable and loses nothing, pages respond 503, and all recover", async ({
  page,
  web: base,
}) => {
  const relay = await openRelay(base.databaseUrl);
  await using web = await startMailingWeb(
    { url: `smtp://127.0.0.1:${await freePort()}` },
    { database: relay.urls(base.database), secret: base.secret, env: { GATEPOST_SIGNUP: "closed" } },
  );
  const email = newEmail();
  const invite = createInvite({ ctx: base.operator, input: { email, until: new Date(Date.now() + 60_000) } });
  const { body } = await send(`${web.url}/sign-up?invite=${invite}`, { headers: html });
  expect(body).toContain("Sign-up is closed");
  expect(body).not.toContain('type="password"');
  expect((await change(web, "/api/trpc/account.signUp", { json: { email, password, invite } })).status).toBe(403);
  expect(await base.operator.db.prisma.user.count({ where: { email } })).toBe(0);

  await createUser({ ctx: base.operator, input: { email, passwordHash: "unused", account: { balance: 0n } } });
  const [known, unknown] = await Promise.all(
    [email, newEmail()].map((address) => change(web, "/api/trpc/account.requestReset", { json: { email: address } })),
  );
  expect([known?.status, known?.body]).toEqual([200, unknown?.body]);
  await expect.poll(() => web.log()).toContain('"event":"mail"');
  expect(web.log()).not.toContain(email);

  expect((await send(`${web.url}/apps`, { headers: html })).status).toBe(200);
  const { accountId } = await newAccount(base.operator);
  await enter(page, { url: web.url, operator: base.operator }, accountId);
  await page.goto(`${web.url}/dashboard/keys`);
  await page.getByLabel("Name").fill("nightly imports");
  relay.cut();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The database is unavailable." })).toBeVisible();
  await expect(page.getByLabel("Name"), "what was typed").toHaveValue("nightly imports");
  relay.restore();
  await expect(async () => {
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByRole("region", { name: "New key" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole("listitem").filter({ hasText: "nightly imports" })).toHaveCount(1);
  relay.cut();
  for (const path of ["/", "/sign-in", "/apps", "/dashboard"]) {
    const { status, headers, body } = await send(`${web.url}${path}`, { headers: html });
    expect(status, path).toBe(503);
    expect(headers["retry-after"]).toBe("5");
    expect(body).toContain("The database is unavailable");
  }
  expect((await send(`${web.url}/api/trpc/applications.list`)).status, "a call of the portal").not.toBe(500);
  await page.goto(`${web.url}/apps`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The database is unavailable");
  relay.restore();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("The database is unavailable");
  expect((await send(`${web.url}/apps`, { headers: html })).status).toBe(200);
  relay.close();
});
