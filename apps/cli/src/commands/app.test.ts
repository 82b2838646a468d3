import { expect, test } from "vitest";
import { openOperator } from "./test-operator.ts";

const operator = await openOperator();
const { operate, answer, newAccount, documentFile } = operator;

test("app create registers a published application of the account, or of the key's, and prints with --id only its softId", async () => {
  const { accountId, clientKey } = await newAccount();
  const create = `app create --account ${accountId} --homepage https://example.com --description Exports.`;
  const download = "--download-url https://example.com/exporter.zip";
  const { softId } = await answer<{ softId: number }>(`${create} ${download} --name`, "Acme Exporter");
  expect(await operator.db.prisma.application.findUnique({ where: { id: softId } })).toMatchObject({
    accountId,
    name: "Acme Exporter",
    downloadUrl: "https://example.com/exporter.zip",
    homepage: "https://example.com/",
    description: "Exports.",
    demo: false,
  });
  const { stdout } = await operate(`${create} ${download} --name A`);
  expect(stdout).toMatch(/^state +published; to hide it: npx gatepost app publish \d+ --undo$/m);
  const made = await operator.operateWith({ GATEPOST_KEY: clientKey }, `app create --name A ${download} --id`);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\n$/) });
  const { items } = await answer<{ items: object[] }>(`app list --account ${accountId}`);
  expect(items).toHaveLength(3);
});

test("an application is hidden and published again, and listed", async () => {
  const { accountId } = await newAccount();
  const create = `app create --account ${accountId} --name A --download-url https://a.example`;
  const { softId } = await answer<{ softId: number }>(create);
  expect(await answer(`app publish ${softId} --undo`)).toEqual({ softId, published: false });
  const list = `app list --account ${accountId}`;
  expect(await answer(list)).toMatchObject({ items: [{ softId, published: false }], next: null });
  await answer(`app publish ${softId}`);
  expect((await operate(list)).stdout).toMatch(/ A +published /);
  expect(await operate("app publish 99999")).toMatchObject({ code: 1, stderr: "There is no application 99999.\n" });
});

test("stats without a key are the operator's: as table, CSV and JSON, with a correction in all three", async () => {
  const { accountId } = await newAccount();
  const create = `app create --account ${accountId} --name A --download-url https://a.example`;
  const { softId } = await answer<{ softId: number }>(create);
  const correct = `correct count ${softId} --metric view --reason Lost. --by`;
  await answer(`${correct} 1284 --at 2026-03-09T10:07Z`);
  await answer(`${correct} 856 --at 2026-03-02T10:07Z`);
  const stats = `stats ${softId} --mode views --from 2026-03-08 --to 2026-03-09`;
  expect((await operate(stats)).stdout).toMatchInlineSnapshot(`
    "Page views, 8 Mar 00:00 to 9 Mar 23:59 UTC

           Views
    8 Mar      0
    9 Mar  1,284  ███████████████████████████████████████████████████████████

    total  1,284

    Page views  1,284  ·█

    Page views: 1,284 against 856 from 1 Mar to 2 Mar: +50 %
    "
  `);
  expect((await operate(`${stats} --csv`)).stdout).toBe(
    "date,Page views\r\n2026-03-08,0\r\n2026-03-09,1284\r\ntotal,1284\r\n",
  );
  const { chartData } = await answer<{ chartData: { data: { y: number }[] }[] }>(stats);
  expect(chartData[0]?.data.map(({ y }) => y)).toEqual([0, 1284]);
  const tooMuch = await operate(`${correct} -1285 --at 2026-03-09T10:07Z`);
  expect(tooMuch).toMatchObject({
    code: 1,
    stderr: "Only 1284 were counted in this quarter of an hour, less than 1285.\n",
  });
  expect(await operate("stats 99999")).toMatchObject({ code: 1, stderr: "There is no application 99999.\n" });
});

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
