import { randomUUID } from "node:crypto";
import { endOldPassword } from "@gatepost/domain/people/people";
import { newPerson } from "@gatepost/domain/platform/testing";
import { expect, test, vi } from "vitest";
import { password, passwordHash } from "../../../../tests/portal-session.ts";
import { POST as auth } from "../app/api/auth/[...all]/route.ts";
import { POST as change, GET as read } from "../app/api/trpc/[trpc]/route.ts";
import { getContainer } from "../opened-container.ts";
import { openTestRoutes } from "./test-routes.ts";

/** Who gets a session, and what ends it. */

const origin = "http://gatepost.example";

await openTestRoutes({ GATEPOST_ORIGIN: origin, GATEPOST_SIGNUP: "open" });

function post(handler: (request: Request) => Promise<Response>, path: string, body: unknown, cookie = "") {
  const headers = { origin, cookie, "content-type": "application/json" };
  return handler(new Request(origin + path, { method: "POST", headers, body: JSON.stringify(body) }));
}

const signUp = (email: string) => post(change, "/api/trpc/account.signUp", { json: { email, password } });
const signIn = (email: string) => post(auth, "/api/auth/sign-in/email", { email, password });
const cookieOf = (answer: Response) => answer.headers.get("set-cookie")?.split(";")[0] ?? "";

async function isSignedIn(cookie: string): Promise<boolean> {
  const answer = await read(new Request(`${origin}/api/trpc/account.me`, { headers: { cookie } }));
  return answer.status === 200;
}

/** The email address of somebody who can sign in. */
async function newEmail(): Promise<string> {
  const ctx = { ...getContainer().app, actor: { kind: "system" } as const };
  return (await newPerson(ctx, { passwordHash })).email;
}

test("a session's token is in its cookie alone, which scripts cannot read, and a new password ends every other session", async () => {
  const email = await newEmail();
  const [first, second] = [await signIn(email), await signIn(email)];
  expect(first.headers.get("set-cookie")).toContain("HttpOnly");
  expect(await first.json()).toEqual({ status: "success" });
  const [own, other] = [cookieOf(first), cookieOf(second)];
  const body = { currentPassword: password, newPassword: "another sentence, this one", revokeOtherSessions: false };
  const changed = await post(auth, "/api/auth/change-password", body, own);
  expect(changed.status).toBe(200);
  expect(await isSignedIn(other), "the other one").toBe(false);
  expect(await isSignedIn(own), "the one before, which a thief may have").toBe(false);
  expect(await isSignedIn(cookieOf(changed)), "the one that took its place").toBe(true);
});

/** Runs a call that waits for what the statement locks, and `meanwhile` once it waits. */
async function whileLocked<Result>(lock: string, call: () => Promise<Result>, meanwhile: () => Promise<unknown>) {
  const { pool } = getContainer().app.db;
  const locking = await pool.connect();
  await locking.query(`begin; ${lock}`);
  const called = call();
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await vi.waitFor(async () => expect((await pool.query(waiting)).rowCount).toBe(1), 5_000);
  await meanwhile();
  await locking.query("commit");
  locking.release();
  return called;
}

test("whoever signs in with the old password while a new one is stored is signed out", async () => {
  const email = await newEmail();
  const own = cookieOf(await signIn(email));
  let late = "";
  const body = { currentPassword: password, newPassword: "another sentence, this one" };
  const changed = await whileLocked(
    "select from portal_credential for update",
    () => post(auth, "/api/auth/change-password", body, own),
    async () => {
      late = cookieOf(await signIn(email));
      expect(await isSignedIn(late)).toBe(true);
    },
  );
  expect(await isSignedIn(cookieOf(changed))).toBe(true);
  expect(await isSignedIn(late)).toBe(false);
});

test("a password that is no longer the person's once it has been checked signs nobody in", async () => {
  const email = await newEmail();
  const { prisma } = getContainer().app.db;
  const ofPerson = { user: { email } };
  const answer = await whileLocked(
    "lock portal_session in share mode",
    () => signIn(email),
    () => prisma.credential.updateMany({ where: ofPerson, data: { password: "new" } }),
  );
  expect([answer.status, cookieOf(answer)]).toEqual([401, ""]);
  expect(await prisma.session.count({ where: ofPerson })).toBe(0);
});

test("a password that is replaced by a link while somebody else changes it leaves no session", async () => {
  const email = await newEmail();
  const own = cookieOf(await signIn(email));
  const { app } = getContainer();
  const ofPerson = { user: { email } };
  const { id } = await app.db.prisma.user.findUniqueOrThrow({ where: { email } });
  const body = { currentPassword: password, newPassword: "another sentence, this one" };
  const answer = await whileLocked(
    // The session that follows the change waits for its user.
    "lock portal_user in exclusive mode",
    () => post(auth, "/api/auth/change-password", body, own),
    async () => {
      await app.db.prisma.credential.updateMany({ where: ofPerson, data: { password: passwordHash } });
      await endOldPassword(app, id);
    },
  );
  expect([answer.status, cookieOf(answer)]).toEqual([401, ""]);
  expect(await app.db.prisma.session.count({ where: ofPerson })).toBe(0);
});

test.for(["ada@localhost", "ada@bücher.example", "ada..b@example.org", "ada@example.org\nBcc: eve@example.org"])(
  "an address that signing in refuses is refused by signing up too: %j",
  async (email) => {
    expect((await signUp(email)).status).toBe(400);
    expect([400, 401]).toContain((await signIn(email)).status);
  },
);

test.for([1, null, ["ada@example.org"], { in: ["ada@example.org"] }])(
  "what is no text is no address: %j",
  async (email) => {
    expect((await post(auth, "/api/auth/sign-in/email", { email, password })).status).toBe(400);
  },
);

test("whoever signed up with an address signs in with it, in capitals and with blanks around it too", async () => {
  const email = `${randomUUID()}+tag@example.org`;
  expect((await signUp(` ${email.toUpperCase()}\t`)).status).toBe(200);
  for (const typed of [` ${email.toUpperCase()}\t`, email]) expect((await signIn(typed)).status, typed).toBe(200);
});
