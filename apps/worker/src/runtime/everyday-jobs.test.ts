import { createTask } from "@gatepost/domain/tasks/create-task";
import { installBuiltInTemplates } from "@gatepost/domain/templates/built-in/install";
import { expect, test } from "vitest";
import { jobs } from "../../../cli/src/demo-site/jobs/jobs.ts";
import { type EverydayJob, everydayJobs } from "../testing/everyday-jobs.ts";
import { openWorkerDemoSite } from "../testing/test-pages.ts";

const { site, environment, customer } = await openWorkerDemoSite();
environment.startWorker();
await installBuiltInTemplates({ ctx: environment.system });

async function run({ templateName, path, variables, settings, session, late = [] }: EverydayJob) {
  const before = site.submissions().length;
  const task = { websiteURL: `${site.url}${path}`, templateName, variables, session, ...settings };
  const { taskId } = await createTask({ ctx: customer.ctx, input: { task } });
  for (const { name, value, early } of late) {
    if (!early) await customer.waits(taskId, name);
    await customer.push(taskId, name, value);
  }
  const solution = await customer.solution(taskId);
  const submitted = site.submissions().slice(before);
  return { solution, submitted: submitted.map(({ path: to, fields }) => [to, fields]) };
}

test.each(Object.entries(everydayJobs))("U7: %s", async (_, job) => {
  const solution = { texts: job.texts ?? {}, data: job.data ?? {}, files: job.files ?? {} };
  const first = await run(job);
  expect(first.solution).toMatchObject(solution);
  expect(first.submitted).toEqual(job.received ?? []);
  if (!job.session) return;
  const second = await run({ ...job, late: [] });
  expect(second.solution).toMatchObject(solution);
  expect(second.submitted).toEqual([]);
});

test("the site's index links to the page of every job", async () => {
  const index = await (await fetch(`${site.url}/jobs`)).text();
  for (const { path, title } of jobs) {
    expect(index, title).toContain(`<a href="${path}">`);
    const answer = await fetch(`${site.url}${path}`);
    expect([200, 401], title).toContain(answer.status);
  }
  const practised = new Set(Object.values(everydayJobs).map(({ path }) => path.split("?")[0]));
  expect(jobs.filter(({ path }) => !practised.has(path)).map(({ title }) => title)).toEqual([]);
});
