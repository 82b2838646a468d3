import type { WrittenStep } from "@gatepost/contract/steps";
import { expect, test } from "vitest";
import { dump } from "../../../../tests/database-dump.ts";
import { openWorkerPages } from "../testing/test-pages.ts";

/** Of the page, and in a file that it sends. */
const canary = "canary-7Q-balance";

const { site, environment, customer } = await openWorkerPages({
  "/": `<h1>${canary}</h1><ul><li>${canary} 1<li>${canary} 2</ul><a id=file href=/file>File</a>`,
  "/file": (_, response) => {
    response.writeHead(200, { "content-disposition": "attachment; filename=account.txt" }).end(canary);
  },
});
environment.startWorker();

const read: WrittenStep[] = [
  { type: "READ_TEXT", selector: "h1", as: "heading" },
  { type: "READ_LIST", selector: "li", fields: { item: {} }, as: "items" },
];
const download: WrittenStep = { type: "DOWNLOAD_FILE", selector: "#file", as: "account" };
const missing: WrittenStep = { type: "CLICK", selector: "#none", timeout: 0.5 };
const nested: WrittenStep = { type: "IF_ELEMENT", selector: "h1", then: [{ type: "TAKE_SCREENSHOT" }, missing] };
const partial = { texts: { heading: canary }, data: { items: [{ item: `${canary} 1` }, { item: `${canary} 2` }] } };
const picture = expect.stringMatching(/^UklGR/);

test("a failed task tells where it failed, what the page showed then, and what had been read", async () => {
  const task = await customer.create(site.url("/?token=secret#part"), [...read, nested]);
  await expect(customer.end(task)).resolves.toMatchObject({
    code: "ERROR_STEP_FAILED",
    failure: { step: "3.then.2", type: "CLICK", url: site.url("/"), screenshot: picture },
    partial,
  });
});

test("a website that cannot be opened has no page, and nothing was read", async () => {
  const task = await customer.create("http://nowhere.invalid/start?key=secret", read);
  const end = await customer.end(task);
  expect(end).toMatchObject({ failure: { step: "0", type: "OPEN_PAGE", url: "http://nowhere.invalid/start" } });
  expect(end).toMatchObject({ partial: { texts: {}, data: {} } });
  expect(await customer.timeline(task)).toMatchObject([{ number: 0, type: "OPEN_PAGE", outcome: "failed" }]);
});

test("S7: what was read and downloaded is stored encrypted only, and gone with the solution", async () => {
  const { system } = environment;
  const failed = await customer.create(site.url(), [...read, download, missing]);
  const ready = await customer.create(site.url(), [...read, download]);
  expect(await customer.end(failed)).toMatchObject({ partial });
  expect(await customer.end(ready)).toMatchObject({
    solution: {
      files: {
        account: {
          name: "account.txt",
          type: "text/plain",
          size: canary.length,
          base64: Buffer.from(canary).toString("base64"),
        },
      },
    },
  });
  const stored = await dump(environment.system.db);
  const forms = [
    canary,
    Buffer.from(canary).toString("hex"),
    Buffer.from(canary).toString("base64").replace(/=+$/, ""),
  ];
  expect(forms.filter((form) => stored.includes(form))).toEqual([]);

  await system.db.pool.query("update task set ended_at = ended_at - interval '2 days' where id = any($1)", [
    [failed, ready],
  ]);
  expect(await customer.end(failed)).toEqual({
    status: "failed",
    code: "ERROR_STEP_FAILED",
    description: expect.stringContaining('looked for "#none"'),
  });
  expect(await customer.end(ready)).toMatchObject({ solution: null });
});
