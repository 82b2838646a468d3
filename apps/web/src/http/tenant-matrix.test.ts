import type { Context } from "@gatepost/domain/platform/context";
import { inProcess, newApplication, newCaller, newSession, openTestContext } from "@gatepost/domain/platform/testing";
import { TRPCError } from "@trpc/server";
import { expect, test } from "vitest";
import { notSignedIn } from "../live/follow.ts";
import { openLiveFeeds } from "../live/live-feeds.ts";
import type { PortalActor } from "../trpc/procedures.ts";
import { absent, newPerson, newThings, rows } from "../trpc/procedures-testing.ts";
import { createCaller, portalRouter } from "../trpc/router.ts";
import { unlimited } from "./rate-limit.ts";

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
  const verb: Context<PortalActor> = { ...inProcess(system, "web"), actor };
  const caller = createCaller({
    verb,
    limiter: unlimited,
    address: "192.0.2.9",
    live: openLiveFeeds(verb),
    sessionId: actor.kind === "person" ? actor.userId : null,
  });
  const [group = "", action = ""] = name.split(".");
  const procedure = (caller as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>)[
    group
  ]?.[action];
  try {
    return { answer: await firstOf(await procedure?.(input)) };
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
  const procedures = Object.keys(portalRouter._def.procedures);
  const missing = procedures.filter((name) => !rows[name]);
  expect(missing, "procedures that have no row in trpc/procedures-testing.ts").toEqual([]);
  const gone = Object.keys(rows).filter((name) => !procedures.includes(name));
  expect(gone, "rows of trpc/procedures-testing.ts that have no procedure").toEqual([]);
});

const visitor: PortalActor = { kind: "visitor" };

for (const [name, { about, input, link, foreign }] of Object.entries(rows)) {
  if (about === "anybody") {
    test(`${name}: anybody may ask`, async () => {
      expect(await call(name, visitor, input(things))).toEqual({ refusal: expect.stringMatching(/^BAD_REQUEST/) });
    });
    continue;
  }

  test(`${name}: nobody is asked to sign in`, async () => {
    expect(await call(name, visitor, input(things))).toEqual({ refusal: `UNAUTHORIZED ${notSignedIn.message}` });
  });

  test(`${name}: the reader of a share link ${link ? "reads it of the one application" : "is refused"}`, async () => {
    const reader: PortalActor = { kind: "link", accountId: owner.actor.accountId, softId: things.softId };
    const result = await call(name, reader, input(things));
    if (link) {
      expect(result).toHaveProperty("answer");
      const elsewhere = { ...things, softId: await newApplication(system, owner) };
      expect(await call(name, reader, input(elsewhere))).toEqual({ refusal: expect.stringMatching(/^FORBIDDEN/) });
    } else expect(result).toEqual({ refusal: `UNAUTHORIZED ${notSignedIn.message}` });
  });

  if (about === "thing") {
    test(`${name}: another owner's thing looks like one that does not exist`, async () => {
      const { actor } = newSession(stranger);
      const result = await call(name, actor, input(things));
      expect(result).toEqual(await call(name, actor, input(absent)));
      if (foreign) expect(foreign((result as { answer: unknown }).answer)).toBe(true);
      else expect(result).toHaveProperty("refusal");
    });
  } else {
    test(`${name}: another owner gets nothing of the owner's`, async () => {
      const result = await call(name, newSession(stranger).actor, input(things));
      const text = JSON.stringify(result, (_, value) => (typeof value === "bigint" ? String(value) : value));
      expect(result).toHaveProperty("answer");
      expect(text).not.toContain("the owner's");
      expect(text).not.toContain(`"accountId":${owner.actor.accountId},`);
    });
  }

  test(`${name}: its owner gets an answer`, async () => {
    expect(await call(name, newSession(owner).actor, input(things))).toHaveProperty("answer");
  });
}

test("a suspended account can read, and can change nothing", async () => {
  const { actor } = newSession(await newCaller(system));
  await system.db.prisma.account.update({ where: { id: actor.accountId }, data: { suspendedAt: new Date() } });
  expect(await call("account.ledger", actor, {})).toHaveProperty("answer");
  expect(await call("applications.create", actor, { name: "x", published: true })).toEqual({
    refusal: expect.stringMatching(/^FORBIDDEN/),
  });
});
