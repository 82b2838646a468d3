import { inProcess, newApplication, newCaller, openTestContext } from "@gatepost/domain/platform/testing";
import { TRPCError } from "@trpc/server";
import { expect, test } from "vitest";
import { notSignedIn } from "../live/follow.ts";
import type { PortalActor } from "../trpc/procedures.ts";
import {
  absent,
  callPortal,
  inputOf,
  isAboutThing,
  names,
  newSignedIn,
  newThings,
  openToAll,
} from "../trpc/procedures-testing.ts";

/**
 * Row S3 for the portal: every procedure by nobody, another owner, the reader of a share link, and the owner. What is
 * another's looks like what is not there.
 */

// A port on which nothing listens: what is sent afterwards fails, and is logged.
Object.assign(process.env, {
  GATEPOST_SMTP_URL: "smtp://127.0.0.1:1",
  GATEPOST_MAIL_FROM: "gatepost@example.org",
  GATEPOST_ORIGIN: "http://gatepost.example",
  GATEPOST_SIGNUP: "open",
});

const system = await openTestContext();
const ofOwner = await newCaller(system);
const owner = await newSignedIn(system, ofOwner);
const stranger = await newSignedIn(system, await newCaller(system));
const things = await newThings(system, ofOwner, owner);
/** What the reader of an application's share link may do. */
const reads = [
  "applications.get",
  ...["overview", "chart", "outcomes", "explain", "notes"].map((what) => `stats.${what}`),
];

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

const visitor: PortalActor = { kind: "visitor" };
const signIn = { refusal: `UNAUTHORIZED ${notSignedIn.message}` };

test.for(names)("%s", async (name) => {
  const input = inputOf(name, things);
  if (openToAll.includes(name)) {
    expect(await call(name, visitor, input)).toEqual({ refusal: expect.stringMatching(/^BAD_REQUEST/) });
    return;
  }
  expect(await call(name, visitor, input), "nobody is asked to sign in").toEqual(signIn);

  const reader: PortalActor = { kind: "link", accountId: owner.actor.accountId, softId: things.softId };
  const read = await call(name, reader, input);
  if (reads.includes(name)) {
    expect(read, "the reader of a share link reads it of the one application").toHaveProperty("answer");
    const elsewhere = inputOf(name, { ...things, softId: await newApplication(system, ofOwner) });
    expect(await call(name, reader, elsewhere)).toEqual({ refusal: expect.stringMatching(/^FORBIDDEN/) });
  } else expect(read, "the reader of a share link is refused").toEqual(signIn);

  const other = stranger.actor;
  const seen = await call(name, other, input);
  if (isAboutThing(name, things)) {
    expect(seen, "like one that does not exist").toEqual(await call(name, other, inputOf(name, absent(things))));
    if ("answer" in seen) expect(seen.answer, "of another's").toEqual({ items: [], next: null });
  } else {
    const text = JSON.stringify(seen, (_, value) => (typeof value === "bigint" ? String(value) : value));
    expect(seen, "another owner's own").toHaveProperty("answer");
    expect(text).not.toContain("the owner's");
    expect(text).not.toContain(things.templateName);
    expect(text).not.toContain(`"accountId":${owner.actor.accountId},`);
    expect(text).not.toContain(`"taskId":${things.taskId},`);
  }

  expect(await call(name, owner.actor, input), "the owner's").toHaveProperty("answer");
});

test("a suspended account can read, and can change nothing", async () => {
  const { actor } = await newSignedIn(system, await newCaller(system));
  await system.db.prisma.account.update({ where: { id: actor.accountId }, data: { suspendedAt: new Date() } });
  expect(await call("account.ledger", actor, {})).toHaveProperty("answer");
  expect(await call("applications.create", actor, { name: "x", published: true })).toEqual({
    refusal: expect.stringMatching(/^FORBIDDEN/),
  });
});
