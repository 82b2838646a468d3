import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { reconcile } from "../money/reconcile.ts";
import { takeAttempt } from "../platform/rates.ts";
import {
  denied,
  inProcess,
  newApplication,
  newCaller,
  newSession,
  newTask,
  newTemplate,
  openTestContext,
} from "../platform/testing.ts";
import { cancelTask } from "../tasks/cancel-task.ts";
import { createInvite, createUser, invitationOf } from "./create-user.ts";
import { deleteUser } from "./delete-user.ts";
import { getFirstSteps, getPerson, readSessionMarks, setPassword } from "./people.ts";

const system = await openTestContext();

const web = inProcess(system, "web");
const newEmail = () => `${randomUUID()}@Example.org`;

test("a person and an account come into being together, with the credit as a top-up entry, or join an existing one; only the operator adds people", async () => {
  const email = newEmail();
  const made = await createUser({ ctx: web, input: { email, passwordHash: "hash", account: { balance: 1_000_000n } } });
  const ctx = { ...web, actor: { kind: "person", ...made, address: "192.0.2.1" } as const };
  expect(await getPerson({ ctx })).toMatchObject({
    email: email.toLowerCase(),
    available: 1_000_000,
    held: 0,
    waiting: 0,
    suspended: false,
  });
  expect(await reconcile({ ctx: system })).toEqual([]);

  const caller = await newCaller(system);
  const { accountId } = caller.actor;
  const input = { email: newEmail(), passwordHash: "hash", account: { accountId } };
  expect((await createUser({ ctx: web, input })).accountId).toBe(accountId);
  for (const ctx of [caller, newSession(caller)])
    await expect(createUser({ ctx, input: { ...input, email: newEmail() } })).rejects.toMatchObject(denied);
});

test("of sixteen sign-ups of one address at once one makes an account, and no half of another stays", async () => {
  const email = newEmail();
  const tries = await Promise.allSettled(
    Array.from({ length: 16 }, () =>
      createUser({ ctx: web, input: { email, passwordHash: "hash", account: { balance: 5n } } }),
    ),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await system.db.prisma.account.count({ where: { email: email.toLowerCase() } })).toBe(1);
  expect(await system.db.prisma.user.count({ where: { email: email.toLowerCase() } })).toBe(1);
});

test("a new password ends every session of the person", async () => {
  const email = newEmail().toLowerCase();
  const { userId } = await createUser({ ctx: web, input: { email, passwordHash: "old", account: { balance: 0n } } });
  await system.db.prisma.session.create({
    data: { id: randomUUID(), token: randomUUID(), userId, expiresAt: new Date(Date.now() + 1e6) },
  });
  await setPassword({ ctx: system, input: { email, passwordHash: "new" } });
  expect(await system.db.prisma.session.count({ where: { userId } })).toBe(0);
  expect((await system.db.prisma.credential.findFirst({ where: { userId } }))?.password).toBe("new");
});

test("a session has a mark until it expires or is deleted, and the same one always", async () => {
  const input = { email: newEmail(), passwordHash: "hash", account: { balance: 0n } };
  const { userId } = await createUser({ ctx: web, input });
  const newSessionId = async (seconds: number) => {
    const id = randomUUID();
    const expiresAt = new Date(Date.now() + seconds * 1_000);
    await system.db.prisma.session.create({ data: { id, token: id, userId, expiresAt } });
    return id;
  };
  const [open, expired, deleted] = [await newSessionId(1_000), await newSessionId(-1), await newSessionId(1_000)];
  const marks = () => readSessionMarks({ ctx: web, input: { sessionIds: [open, expired, deleted] } });
  const before = await marks();
  expect([...before.keys()].sort()).toEqual([open, deleted].sort());
  await system.db.prisma.session.delete({ where: { id: deleted } });
  expect([...(await marks())]).toEqual([[open, before.get(open)]]);
});

test("an invitation is for one address, ends, and is used once, also where its account is deleted afterwards; nobody can write one", async () => {
  const until = new Date(Date.now() + 60_000);
  const token = createInvite({ ctx: system, input: { email: "Ada@example.org", until } });
  expect(invitationOf(system, token, "ada@example.org ")).toMatchObject({ until });
  expect(invitationOf(system, token, "eve@example.org")).toBeUndefined();
  const past = createInvite({ ctx: system, input: { email: "ada@example.org", until: new Date(0) } });
  expect(invitationOf(system, past, "ada@example.org")).toBeUndefined();
  for (const forged of ["", "x.y", `${token}x`, token.replace(/^./, "A"), `${token.split(".")[0]}.`])
    expect(invitationOf(system, forged, "ada@example.org")).toBeUndefined();

  const email = newEmail();
  const other = createInvite({ ctx: system, input: { email, until: new Date(Date.now() + 60_000) } });
  const invitation = invitationOf(system, other, email);
  const input = { email, passwordHash: "hash", account: { balance: 0n }, invitation };
  const made = await createUser({ ctx: web, input });
  const ctx = { ...web, actor: { kind: "person", ...made, address: "192.0.2.1" } as const };
  await deleteUser({ ctx, input: { isPassword: async () => true } });
  await expect(createUser({ ctx: web, input })).rejects.toMatchObject(denied);
  expect(await system.db.prisma.user.count({ where: { email: email.toLowerCase() } })).toBe(0);
});

test("S6: of a hundred attempts at once as many are let through as may be, and the next window brings as many", async () => {
  const attempts = { key: randomUUID(), max: 10, windowSeconds: 60 };
  const taken = await Promise.all(Array.from({ length: 100 }, () => takeAttempt(web, attempts)));
  expect(taken.filter(Boolean)).toHaveLength(10);
  await system.db.prisma.rateLimit.update({ where: { key: attempts.key }, data: { lastRequest: Date.now() - 1 } });
  const later = await Promise.all(Array.from({ length: 100 }, () => takeAttempt(web, attempts)));
  expect(later.filter(Boolean)).toHaveLength(10);
  expect(await takeAttempt(web, { ...attempts, key: randomUUID() })).toBe(true);

  const dayAhead = Date.now() + 86_400_000;
  await system.db.prisma.rateLimit.update({ where: { key: attempts.key }, data: { lastRequest: dayAhead } });
  expect(await takeAttempt(web, attempts), "the clock was set back").toBe(true);
});

test("the first steps are those of the account, one after the other", async () => {
  const owner = await newCaller(system);
  const { accountId } = owner.actor;
  const steps = () => getFirstSteps({ ctx: newSession(owner), input: { accountId } });
  const begun = { hasKey: true, task: null, hasResult: false, softId: null, isCounted: false };
  expect(await steps()).toEqual(begun);

  const templateName = await newTemplate(system, owner);
  const taskId = await newTask(owner, templateName);
  expect(await steps()).toEqual({ ...begun, task: { taskId } });

  const { prisma } = system.db;
  const ended = await newTask(owner, templateName);
  await cancelTask({ ctx: owner, input: { taskId: ended } });
  expect((await steps()).task, "a task that has ended is done again").toBeNull();
  await prisma.task.delete({ where: { id: BigInt(ended) } });
  const paid = { accountId, available: 0n, held: -2_000n, platform: 2_000n, taskId: BigInt(taskId) };
  await prisma.ledgerEntry.create({ data: { ...paid, kind: "capture" } });
  const softId = await newApplication(system, owner);
  const registered = { ...begun, task: { taskId }, hasResult: true, softId };
  expect(await steps()).toEqual(registered);

  const counted = { applicationId: softId, bucket: new Date(0), n: 1n };
  await prisma.count.create({ data: { ...counted, metric: "view_excluded" } });
  expect(await steps(), "a bot has opened the page").toEqual(registered);
  await prisma.count.create({ data: { ...counted, metric: "view" } });
  expect(await steps()).toEqual({ ...registered, isCounted: true });
  const next = await newApplication(system, owner);
  expect(await steps(), "they do not come back").toEqual({ ...registered, softId: next, isCounted: true });
});
