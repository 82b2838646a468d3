import { createHook } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { newPerson } from "@gatepost/domain/platform/testing";
import { expect, test } from "vitest";
import { password, passwordHash } from "../../../../tests/portal-session.ts";
import { POST as auth } from "../app/api/auth/[...all]/route.ts";
import { POST as trpc } from "../app/api/trpc/[trpc]/route.ts";
import { openTestRoutes } from "../http/test-routes.ts";
import { getContainer } from "../opened-container.ts";
import { beginSignIn, deviceRate, forgiveSignIns, strangerRate } from "./sign-in-attempts.ts";

/** Row S6: attempts are limited by the address that they sign in to, wherever they come from. */

const origin = "http://gatepost.example";

await openTestRoutes({ GATEPOST_ORIGIN: origin, GATEPOST_RATE_LIMIT: "20/20", GATEPOST_SIGNUP: "open" });

let callers = 0;
/** Each from another address, so that no limit but the email's is met. */
function ask(handler: typeof auth | typeof trpc, path: string, body: unknown, cookie?: string) {
  callers += 1;
  const headers = {
    origin,
    host: "gatepost.example",
    "content-type": "application/json",
    "x-gatepost-address": `2001:db8:0:${callers.toString(16)}::1`,
    ...(cookie && { cookie }),
  };
  return handler(new Request(origin + path, { method: "POST", headers, body: JSON.stringify(body) }));
}

const signIn = (email: string, typed: string, cookie?: string) =>
  ask(auth, "/api/auth/sign-in/email", { email, password: typed }, cookie);

/** The email address of somebody who can sign in. */
async function newEmail(): Promise<string> {
  const ctx = { ...getContainer().app, actor: { kind: "system" } as const };
  return (await newPerson(ctx, { passwordHash })).email;
}

/** Fails to sign in so often, without the time that it takes to check a password. */
async function fail(email: string, times: number, cookie = ""): Promise<void> {
  for (let n = 0; n < times; n++) await beginSignIn(getContainer().app, new Headers({ cookie }), email, false);
}

/** Tries wrong passwords until the limit refuses one: how many were checked, and the last response. */
async function exhaust(email: string, cookie?: string) {
  for (let looked = 0; ; looked++) {
    const answer = await signIn(email, "not the password", cookie);
    if (answer.status !== 401)
      return { looked, status: answer.status, text: await answer.text(), wait: answer.headers.get("retry-after") };
  }
}

function deviceOf(answer: Response): string {
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith("gatepost.device="));
  expect(cookie).toMatch(/; Max-Age=34560000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/);
  return cookie?.split(";")[0] as string;
}

test("S6: failed sign-ins to an address are limited whatever callers they come from, and alike if nobody has it", async () => {
  const afterOneMore = async (email: string) => {
    await fail(email, strangerRate.burst - 1);
    return exhaust(email);
  };
  const known = await afterOneMore(await newEmail());
  expect(known).toMatchObject({ looked: 1, status: 429 });
  expect(Number(known.wait)).toBeGreaterThan(60);
  const { wait: _, ...answer } = await afterOneMore(`${randomUUID()}@example.org`);
  expect(known).toMatchObject(answer);
});

test("S6: many at once get no further than one after the other", async () => {
  const email = await newEmail();
  await fail(email, strangerRate.burst - 2);
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(email, "not the password")));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(2);
});

test("S6: a browser that has signed in before is not affected by others who fail, and has a limit of its own", async () => {
  const email = await newEmail();
  const device = deviceOf(await signIn(email, password));
  await fail(email, strangerRate.burst);
  expect((await signIn(email, password)).status, "a browser that nobody knows").toBe(429);
  const again = await signIn(email, password, device);
  expect(again.status).toBe(200);
  expect(deviceOf(again), "keeps its name").toBe(device);
  await fail(email, deviceRate.burst - 1, device);
  expect(await exhaust(email, device)).toMatchObject({ looked: 1, status: 429 });
});

test("S6: a browser is recognised only for the address to which it has signed in, and a forged cookie has no effect", async () => {
  const [email, other] = [await newEmail(), await newEmail()];
  const device = deviceOf(await signIn(email, password));
  await fail(other, strangerRate.burst);
  for (const cookie of [device, device.replace(/.$/, (last) => (last === "A" ? "B" : "A")), "gatepost.device=x.y"])
    expect((await signIn(other, password, cookie)).status, cookie).toBe(429);
});

test("S6: signing in costs nothing of the limit, and choosing a new password by mail gives it back", async () => {
  const email = await newEmail();
  await fail(email, strangerRate.burst - 1);
  for (let n = 0; n < 2; n++) expect((await signIn(email, password)).status).toBe(200);
  await fail(email, strangerRate.burst);
  expect((await signIn(email, password)).status).toBe(429);
  await forgiveSignIns(getContainer().app, email);
  expect((await signIn(email, password)).status).toBe(200);
});

test("S6: tries of the current password by a session are limited, whatever addresses they come from", async () => {
  const email = await newEmail();
  const cookie = (await signIn(email, password)).headers.get("set-cookie")?.split(";")[0] ?? "";
  const change = (currentPassword: string) =>
    ask(auth, "/api/auth/change-password", { currentPassword, newPassword: "another sentence, this one" }, cookie);
  const wrong = await Promise.all(Array.from({ length: 8 }, () => change("not the password")));
  expect(wrong.map(({ status }) => status).toSorted()).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
  expect((await change(password)).status).toBe(429);
  expect((await signIn(email, password)).status, "the password is still the old one").toBe(200);
});

/**
 * What takes time on the routes that know email addresses is the slow hash. A known and an unknown address cost the same
 * number of them, so that no clock tells the two apart.
 */

/** The answer, and how many slow hashes were begun for it. */
async function workOf(answer: () => Response | Promise<Response>) {
  let hashes = 0;
  const hook = createHook({
    init(_, type) {
      if (type === "SCRYPTREQUEST") hashes += 1;
    },
  }).enable();
  const response = await answer();
  const said = { status: response.status, text: await response.text() };
  hook.disable();
  return { ...said, hashes };
}

test("S6: a sign-in with a wrong password says and costs the same for a known and an unknown address", async () => {
  const wrong = (email: string) => workOf(() => signIn(email, "not the password"));
  const answer = await wrong(await newEmail());
  expect(answer).toMatchObject({ status: 401, hashes: 1 });
  expect(await wrong(`${randomUUID()}@example.org`)).toEqual(answer);
});

test("S6: a sign-up says and costs the same for a taken and a free address", async () => {
  const join = (email: string) =>
    workOf(() => ask(trpc, "/api/trpc/account.signUp", { json: { email, password: "another password" } }));
  const answer = await join(await newEmail());
  expect(answer).toMatchObject({ status: 200, hashes: 1 });
  expect(await join(`${randomUUID()}@example.org`)).toEqual(answer);
});

test("S6: a reset by a forged link says and costs the same whatever was forged, and hashes nothing", async () => {
  const reset = (token: string) =>
    workOf(() => ask(auth, "/api/auth/reset-password", { token, newPassword: "another password" }));
  const answer = await reset("A".repeat(24));
  expect(answer).toMatchObject({ status: 400, hashes: 0 });
  expect(await reset("B".repeat(24))).toEqual(answer);
});

test("S6: what an address sends is limited as calls are, whatever it is", async () => {
  const headers = { origin, host: "gatepost.example", "x-gatepost-address": "192.0.2.1" };
  const send = () => auth(new Request(`${origin}/api/auth/sign-out`, { method: "POST", headers, body: "{" }));
  const answers = await Promise.all(Array.from({ length: 60 }, send));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
});
