import { expect, test } from "vitest";
import { openOperator } from "./test-operator.ts";

const operator = await openOperator();
const { operate, answer, newAccount, documentFile } = operator;
const steps = [{ type: "WAIT_FOR_VARIABLE_VALUE", name: { permanent: "code" } }];

test("the operator sees how an account's waits ended, as a table or as JSON", async () => {
  const { accountId } = await newAccount();
  const asked = `stats waits --account ${accountId}`;
  expect((await operate(asked)).stdout).toBe("No wait has ended.\n");
  const { templateId } = await answer<{ templateId: number }>(
    `template import ${documentFile("w.json", { name: "Waits", steps })} --account ${accountId}`,
  );
  const { prisma } = operator.db;
  const { id: templateVersionId } = await prisma.templateVersion.findFirstOrThrow({ where: { templateId } });
  await prisma.task.create({
    data: {
      id: 78n,
      accountId,
      templateVersionId,
      websiteUrl: "http://127.0.0.1/",
      price: 1n,
      address: "127.0.0.1",
      late: true,
      state: "failed",
      endedAt: new Date(),
      errorCode: "ERROR_VARIABLE_TIMEOUT",
    },
  });
  await prisma.variable.create({ data: { taskId: 78n, name: "code" } });
  await prisma.taskStep.create({
    data: { taskId: 78n, run: 1, number: 1, type: "WAIT_FOR_VARIABLE_VALUE", path: [] },
  });
  expect(await answer(`${asked} --days 7`)).toMatchObject({
    all: { waits: 1, answered: 0, timedOut: 1, medianSeconds: null },
    byTemplate: [{ templateName: "Waits", waits: 1 }],
  });
  expect((await operate(asked)).stdout).toMatch(/^Waits +1 .*100\.0 %/m);
  expect(await operate(`${asked} --days 31`)).toMatchObject({ code: 2 });
});
