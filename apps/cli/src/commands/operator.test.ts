import { expect, test } from "vitest";
import { openOperator, refusal } from "./test-operator.ts";

const operator = await openOperator();
const { operate, answer, newAccount, documentFile } = operator;
const steps = [{ type: "WAIT_FOR_ELEMENT", selector: { permanent: "h1" } }];

test("a long list is printed in pages, each of which says how to get the next one", async () => {
  const { accountId } = await newAccount();
  await operator.db.prisma.application.createMany({
    data: Array.from({ length: 101 }, (_, n) => ({ accountId, name: `Application ${n}` })),
  });
  const list = `app list --account ${accountId}`;
  type Listed = { items: { softId: number }[]; next: number | null };
  expect((await answer<Listed>(list)).items, "by default").toHaveLength(50);
  const first = await answer<Listed>(`${list} --limit 100`);
  expect(first.next).toBe(first.items.at(-1)?.softId);
  expect(await answer<Listed>(`${list} --after ${first.next}`)).toMatchObject({ items: [{}], next: null });
  expect((await operate(`${list} --limit 2`)).stdout).toMatch(/\n\nThere are more: add --after \d+\n$/);
  expect((await operate(`${list} --after 2147483647`)).stdout).toBe("There are no more.\n");
  expect(await operate(`${list} --limit 101`)).toMatchObject(refusal("It must be at most 100.", 2));
});

test("a task is listed, refunded once it is ready, and the ledger reconciles", async () => {
  const { accountId } = await newAccount("--bid 0.37");
  const file = documentFile("t.json", { name: "T", steps });
  const { templateId } = await answer<{ templateId: number }>(`template import ${file} --account ${accountId}`);
  const { prisma } = operator.db;
  const { id: templateVersionId } = await prisma.templateVersion.findFirstOrThrow({ where: { templateId } });
  await prisma.task.create({
    data: {
      id: 77n,
      accountId,
      templateVersionId,
      websiteUrl: "http://127.0.0.1/",
      price: 370_000n,
      address: "127.0.0.1",
      state: "ready",
      endedAt: new Date(),
    },
  });
  const check = await operate("check");
  expect(check.code).toBe(1);
  expect(check.stdout).toMatch(/one end of the price of each ended task +task 77 +no entry +hold, capture/);
  await operator.sql`
    insert into ledger_entry (account_id, kind, available, held, platform, task_id)
     values (${accountId}, 'hold', -370000, 370000, 0, 77), (${accountId}, 'capture', 0, -370000, 370000, 77)`;
  await operator.sql`update account set available = available - 370000 where id = ${accountId}`;
  const { code, stdout, stderr } = await operate("check");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^No differences found\.\n\nNo worker has reconciled the ledger yet/);

  expect(await answer(`task list-all --account ${accountId}`)).toMatchObject({
    items: [{ taskId: 77, state: "ready", price: "0.370000", templateName: "T", softId: null, waitingFor: [] }],
  });
  expect((await operate("task list-all --state waiting")).stdout).toBe("No tasks match.\n");
  expect(await answer("refund 77 --note", "The site was down.")).toEqual({ accountId, amount: "0.370000" });
  expect(await operate("refund 77")).toMatchObject({ code: 1, stderr: "Task 77 was refunded before.\n" });
  expect(await answer(`correct balance ${accountId} --by -0.345678 --reason x`)).toEqual({ available: "12.000000" });
  expect(await answer("check")).toEqual({ differences: [], reconciliation: null });
});

test("demo seeds its account and its history once, and the ledger reconciles with them", async () => {
  const first = await answer<{ softId: number }>("demo");
  expect(first).toMatchObject({ created: true, replacedLinks: null });
  expect(await answer("demo")).toEqual({ ...first, created: false });
  const moved = await operate("demo --origin http://127.0.0.1:4000");
  expect(moved.stdout).toMatch(/^demo +was there already, with its history\n/);
  expect(moved.stdout).toMatch(
    /\nlinks +lead to http:\/\/127\.0\.0\.1:4000 now, and led to http:\/\/127\.0\.0\.1:3000\n$/,
  );
  expect((await operate("demo --origin http://127.0.0.1:4000")).stdout).not.toContain("links");
  const { code, stdout } = await operate("check");
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^No differences found\.\n/) });
}, 120_000);
