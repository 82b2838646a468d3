import { createHook } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { createUser } from "@gatepost/domain/people/create-user";
import { hashPassword } from "better-auth/crypto";
import { expect, test } from "vitest";
import { POST as auth } from "../app/api/auth/[...all]/route.ts";
import { POST as trpc } from "../app/api/trpc/[trpc]/route.ts";
import { openTestRoutes } from "../http/test-routes.ts";
import { getContainer } from "../opened-container.ts";

/**
 * Row S6: what takes time on the routes that know email addresses is the slow hash. A known and an unknown address cost the same
 * number of them, so that no clock tells the two apart.
 */

const origin = "http://gatepost.example";
const password = "a sentence is a good password";
const known = `${randomUUID()}@example.org`;

await openTestRoutes({ GATEPOST_ORIGIN: origin, GATEPOST_SIGNUP: "open" });
await createUser({
  ctx: { ...getContainer().app, actor: { kind: "system" } },
  input: { email: known, passwordHash: await hashPassword(password), account: { balance: 0n } },
});

function ask(handler: (request: Request) => Response | Promise<Response>, path: string, body: unknown) {
  const headers = { origin, host: "gatepost.example", "content-type": "application/json" };
  return handler(new Request(`${origin}${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

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
  const wrong = (email: string) =>
    workOf(() => ask(auth, "/api/auth/sign-in/email", { email, password: "not the password" }));
  const answer = await wrong(known);
  expect(answer).toMatchObject({ status: 401, hashes: 1 });
  expect(await wrong(`${randomUUID()}@example.org`)).toEqual(answer);
});

test("S6: a sign-up says and costs the same for a taken and a free address", async () => {
  const join = (email: string) =>
    workOf(() => ask(trpc, "/api/trpc/account.signUp", { json: { email, password: "another password" } }));
  const answer = await join(known);
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
