import { inProcess, newApplication, newCaller, newSession, openTestContext } from "@gatepost/domain/platform/testing";
import { TRPCError } from "@trpc/server";
import { expect, test } from "vitest";
import { notSignedIn } from "../live/follow.ts";
import type { PortalActor } from "../trpc/procedures.ts";
import { absent, callPortal, newPerson, newThings, procedures, rows } from "../trpc/procedures-testing.ts";

/**
 * Row S3 for the portal: every procedure by nobody, another owner, the reader of a share link, and the owner. What is
 * another's looks like what is not there. A procedure without a row fails here.
 */

// A port on which nothing listens: what is sent afterwards fails, and is logged.
Object.assign(process.env, {
  GATEPOST_SMTP_URL: "smtp://127.0.0.1:1",
  GATEPOST_MAIL_FROM: "gatepost@example.org",
  GATEPOST_ORIGIN: "http://gatepost.example",
  GATEPOST_SIGNUP: "open",
});

const system = await openTestContext();
const owner = await newCaller(system);
const stranger = await newCaller(system);
for (const person of [newSession(owner), newSession(stranger)])
  await newPerson(system, person, `${person.actor.accountId}@example.org`);
const things = await newThings(system, owner);

/** Calls as somebody; a refusal is its code and its sentence. */
async function call(
  name: string,
  actor: PortalActor,
  input: unknown,
): Promise<{ answer: unknown } | { refusal: string }> {
  try {
    return { answer: await firstOf(await callPortal({ ...inProcess(system, "web"), actor }, name, input)) };
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    return { refusal: `${error.code} ${error.message.replaceAll(/\d+/g, "#")}` };
  }
}

/** What a subscription sends first; another answer itself. */
async function firstOf(answer: unknown): Promise<unknown> {
  if (typeof answer !== "object" || answer === null || !(Symbol.asyncIterator in answer)) return answer;
  for await (const first of answer as AsyncIterable<unknown>) return first;
}

test("every procedure has a row, and every row a procedure", () => {
  expect(Object.keys(rows).sort(), "in trpc/procedures-testing.ts").toEqual(Object.keys(procedures).sort());
});

const visitor: PortalActor = { kind: "visitor" };
const signIn = { refusal: `UNAUTHORIZED ${notSignedIn.message}` };

test.for(Object.entries(rows))("%s", async ([name, { about, input, link, foreign }]) => {
  if (about === "anybody") {
    expect(await call(name, visitor, input(things))).toEqual({ refusal: expect.stringMatching(/^BAD_REQUEST/) });
    return;
  }
  expect(await call(name, visitor, input(things)), "nobody is asked to sign in").toEqual(signIn);

  const reader: PortalActor = { kind: "link", accountId: owner.actor.accountId, softId: things.softId };
  const read = await call(name, reader, input(things));
  if (link) {
    expect(read, "the reader of a share link reads it of the one application").toHaveProperty("answer");
    const elsewhere = { ...things, softId: await newApplication(system, owner) };
    expect(await call(name, reader, input(elsewhere))).toEqual({ refusal: expect.stringMatching(/^FORBIDDEN/) });
  } else expect(read, "the reader of a share link is refused").toEqual(signIn);

  const other = newSession(stranger).actor;
  const seen = await call(name, other, input(things));
  if (about === "thing") {
    expect(seen, "like one that does not exist").toEqual(await call(name, other, input(absent)));
    if (foreign) expect(foreign((seen as { answer: unknown }).answer)).toBe(true);
    else expect(seen).toHaveProperty("refusal");
  } else {
    const text = JSON.stringify(seen, (_, value) => (typeof value === "bigint" ? String(value) : value));
    expect(seen, "another owner's own").toHaveProperty("answer");
    expect(text).not.toContain("the owner's");
    expect(text).not.toContain(things.templateName);
    expect(text).not.toContain(`"accountId":${owner.actor.accountId},`);
    expect(text).not.toContain(`"taskId":${things.taskId},`);
  }

  expect(await call(name, newSession(owner).actor, input(things)), "the owner's").toHaveProperty("answer");
});

test("a suspended account can read, and can change nothing", async () => {
  const { actor } = newSession(await newCaller(system));
  await system.db.prisma.account.update({ where: { id: actor.accountId }, data: { suspendedAt: new Date() } });
  expect(await call("account.ledger", actor, {})).toHaveProperty("answer");
  expect(await call("applications.create", actor, { name: "x", published: true })).toEqual({
    refusal: expect.stringMatching(/^FORBIDDEN/),
  });
});
