import { createTask } from "@gatepost/domain/task/create-task";
import { installBuiltInTemplates } from "@gatepost/domain/template/install-built-in";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jobs } from "../../../cli/src/demo-site/jobs/jobs.ts";
import { type Site, startSite } from "../../../cli/src/demo-site/server.ts";
import { everydayJobs } from "../testing/everyday-jobs.ts";
import { openTestEnvironment } from "../testing/test-worker.ts";

let site: Site;
let environment: Awaited<ReturnType<typeof openTestEnvironment>>;

beforeAll(async () => {
  site = await startSite();
  environment = await openTestEnvironment(`127.0.0.1:${site.port},localhost:${site.port}`);
  await installBuiltInTemplates({ ctx: environment.system });
});

afterAll(async () => {
  await environment?.close();
  await site?.close();
});

test.each(Object.entries(everydayJobs))(
  "U7: %s",
  async (_, {
    templateName,
    path,
    variables,
    settings,
    late = [],
    texts = {},
    data = {},
    files = {},
    received = [],
  }) => {
    const { customer } = environment;
    await using _worker = environment.startWorker();
    const before = site.submissions().length;
    const task = { websiteURL: `${site.url}${path}`, templateName, variables, ...settings };
    const { taskId } = await createTask({ ctx: customer.ctx, input: { task } });
    for (const { name, value, early } of late) {
      if (!early) await customer.waits(taskId, name);
      await customer.push(taskId, name, value);
    }
    const end = await customer.end(taskId, { timeout: 60_000, interval: 20 });
    if (end.status !== "ready") throw new Error(end.description);
    expect(end.solution).toMatchObject({ texts, data, files });
    const submitted = site.submissions().slice(before);
    expect(submitted.map(({ path: to, fields }) => [to, fields])).toEqual(received);
  },
);

test("the site's index leads to every page on which a job is practised", async () => {
  const index = await (await fetch(`${site.url}/jobs`)).text();
  for (const { path, title } of jobs) {
    expect(index, title).toContain(`<a href="${path}">`);
    const answer = await fetch(`${site.url}${path}`);
    expect([200, 401], title).toContain(answer.status);
  }
  const practised = new Set(Object.values(everydayJobs).map(({ path }) => path.split("?")[0]));
  expect(jobs.filter(({ path }) => !practised.has(path)).map(({ title }) => title)).toEqual([]);
});
