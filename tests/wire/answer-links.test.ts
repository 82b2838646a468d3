import { limits } from "@gatepost/contract/limits";
import type { WrittenStep } from "@gatepost/contract/steps";
import { recordPicture } from "@gatepost/domain/tasks/begun-steps";
import { revokeAnswerLinks } from "@gatepost/domain/waits/answer-links";
import { askAgain } from "@gatepost/domain/waits/take-variable";
import { expect, test } from "vitest";
import { inPortal } from "../factories.ts";
import { openAnswerLinks } from "./answer-link-setup.ts";
import { taskMaker } from "./bodies.ts";

/** Row S12 of docs/quality.md, for answer links; createAnswerLink in docs/contract.md, section 5. */

const { account, act, ask, call, clientKey, newLink, newTask, newWaitingTask, operator, post, resultOf, url, worker } =
  await openAnswerLinks();

const asWorker = { ...operator, actor: { kind: "worker" as const, workerId: worker.workerId } };

/** Everything that a use of a link could change. */
async function state(taskId: number): Promise<unknown> {
  const { rows } = await operator.db.pool.query(
    `select t.state, t.deadline_tick, v.state as variable, v.deadline_tick as wait, v.receipts, v.supplied_by,
            (select json_agg(l order by l.id) from answer_link l where l.task_id = t.id) as links
       from task t join variable v on v.task_id = t.id where t.id = $1`,
    [taskId],
  );
  return rows[0];
}

test("the page says who asks for what, by when, with one field and its keyboard; it is not kept, framed or indexed", async () => {
  const { taskId } = await newWaitingTask();
  const path = await newLink(taskId);
  const { status, text, headers } = await ask(path);
  expect(status).toBe(200);
  expect(text).toContain(account.email);
  // Forms that a browser without JavaScript submits too.
  expect(text).toMatch(/<form method="post" enctype="\S+"><input type="hidden" name="do" value="answer">/);
  expect(text).toContain('<form method="post"><button class="plain" name="do" value="picture">');
  expect(text).toMatch(/<input id="value" class="code" name="value" inputmode="\w+" autocomplete="one-time-code"/);
  expect(text).toMatch(/data-until="\d+"/);
  expect(text).toContain("Decline to answer");
  expect(text).not.toMatch(/\son\w+=/);
  expect(Buffer.byteLength(text)).toBeLessThan(30_000);

  const expected = {
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
    "x-frame-options": "DENY",
    "x-robots-tag": "noindex, nofollow",
  };
  expect(Object.fromEntries(headers)).toMatchObject(expected);
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'; script-src 'sha256-");
  expect(policy).not.toContain("unsafe-inline");

  const { rows } = await operator.db.pool.query("select row_to_json(l)::text as link from answer_link l");
  for (const { link } of rows) expect(link, "stored hashed").not.toContain(path.slice("/answer/".length));
});

type Wait = Extract<WrittenStep, { type: "WAIT_FOR_VARIABLE_VALUE" }>;

test("a form is what the wait's kind asks for, and a value that does not fit leaves the link usable", async () => {
  const prompt = 'Approve "<b>" & co?';
  const kinds: [Partial<Wait>, field: string, wrong: string, problem: RegExp, right: string, value: unknown][] = [
    [{ kind: "yes_no" }, 'value="yes">Yes', "perhaps", /The answer must be yes or no\./, "no", false],
    [
      { kind: "choice", options: ["a<", "b"] },
      'type="radio" name="value" value="a&lt;"',
      "c",
      /Choose one of the answers\./,
      "a<",
      "a<",
    ],
    [
      { kind: "number" },
      'inputmode="decimal" autocomplete="off" required autofocus',
      "many",
      /must be a number/,
      "1.5",
      1.5,
    ],
    [
      { kind: "code", pattern: "[0-9]{6}" },
      'inputmode="numeric" autocomplete="one-time-code"',
      "12",
      /The answer must be 6 digits\./,
      "349001",
      "349001",
    ],
  ];
  for (const [step, field, wrong, problem, right, value] of kinds) {
    const wait: Wait = { type: "WAIT_FOR_VARIABLE_VALUE", name: "code", prompt, ...step };
    const use: WrittenStep = { type: "FILL_INPUT", selector: "#code", value: { variable: "code" } };
    const taskId = await (await taskMaker(call, operator, account, [wait, use]))();
    const task = await worker.claim(taskId);
    await worker.begin(task, 1);
    await worker.take(task, "code");
    const path = await newLink(taskId);
    const page = await ask(path);
    expect(page.text).toContain(field);
    expect(page.text).toContain("Approve &quot;&lt;b&gt;&quot; &amp; co?");
    const refused = await act(path, { do: "answer", value: wrong });
    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(problem);
    expect((await act(path, { do: "answer", value: right })).text).toContain("Sent.");
    expect(await worker.take(task, "code")).toEqual({ status: "taken", value });
  }
});

test("S12: GET, HEAD, a prefetch and a link preview change nothing and show no picture", async () => {
  const { taskId, task } = await newWaitingTask();
  const path = await newLink(taskId);
  const { accountId, fence } = task;
  const bytes = Buffer.from("\x89PNG of the page", "latin1");
  expect(
    await recordPicture({ ctx: asWorker, input: { taskId, accountId, fence, nth: 1, picture: bytes } }),
  ).not.toBeNull();
  const before = await state(taskId);
  for (const init of [
    {},
    { method: "HEAD" },
    { headers: { "sec-purpose": "prefetch", purpose: "prefetch" } },
    { headers: { "user-agent": "Slackbot-LinkExpanding 1.0", accept: "text/html" } },
  ]) {
    const page = await ask(path, init);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain("data:image");
    expect(page.headers.get("content-type")).toContain("text/html");
  }
  const image = await fetch(new URL(path, url), { method: "POST", body: new URLSearchParams({ do: "picture" }) });
  expect(Buffer.from(await image.arrayBuffer())).toEqual(bytes);
  const page = await post(path, { do: "picture" }, { accept: "text/html" });
  expect(page.text).toContain(`src="data:image/png;base64,${bytes.toString("base64")}"`);
  expect(await state(taskId)).toEqual(before);
});

test("a value by the link is taken by the worker, and the link is spent for that attempt", async () => {
  const { taskId, task } = await newWaitingTask();
  const path = await newLink(taskId);
  const sent = await act(path, { do: "answer", value: " 349001 " });
  expect(sent.status).toBe(200);
  expect(sent.text).toContain("Sent. The task continues.");
  expect(await worker.take(task, "code")).toMatchObject({ status: "taken" });
  for (const again of [await act(path, { do: "answer", value: "1" }), await act(path, { do: "decline", reason: "x" })])
    expect(again.text).toContain("Nothing to answer now");
  expect(await resultOf(taskId)).toMatchObject({ status: "processing", waitingFor: [] });

  // The site refuses the code, so that the template asks again.
  await askAgain({ ctx: asWorker, input: { taskId, fence: task.fence, name: "code", max: 3, reason: "refused" } });
  await worker.take(task, "code");
  const page = await ask(path);
  expect(page.text).toContain("Attempt 2: the site refused the last answer.");
  const same = await act(path, { do: "answer", value: " 349001 " });
  expect(same.status).toBe(422);
  expect(same.text).toContain("The site has just refused this very value.");
  expect((await act(path, { do: "answer", value: "349002" })).text).toContain("Sent.");
});

test("what a page sends that shows an earlier question changes nothing", async () => {
  const { taskId, task } = await newWaitingTask();
  const path = await newLink(taskId);
  const wait = /name="wait" value="([^"]+)"/.exec((await ask(path)).text)?.[1] ?? "";
  await act(path, { do: "answer", value: "1" });
  await worker.take(task, "code");
  await askAgain({ ctx: asWorker, input: { taskId, fence: task.fence, name: "code", max: 1, reason: "used" } });
  await worker.take(task, "code");
  const before = await state(taskId);
  const forms: Record<string, string>[] = [{ value: "2" }, { do: "decline", reason: "x" }, { more: "yes" }];
  for (const form of forms)
    for (const shown of [{ wait }, {}]) {
      const page = await post(path, { do: "answer", ...form, ...shown });
      expect(page.status).toBe(422);
      expect(page.text).toContain("The question has changed.");
    }
  expect(await state(taskId)).toEqual(before);
  expect((await act(path, { do: "answer", value: "2" })).text).toContain("Sent.");
});

test("a decline by the link ends the task with the reason, and the link with it", async () => {
  const { taskId } = await newWaitingTask();
  const path = await newLink(taskId);
  expect((await act(path, { do: "decline", reason: "  " })).status).toBe(422);
  expect((await act(path, { do: "decline", reason: "Not me <b>." })).text).toContain("Declined.");
  const { body } = await call("getTaskResult", { clientKey, taskId });
  expect(body.errorDescription).toBe("A value for code was declined: Not me <b>.");
  expect((await ask(path)).status).toBe(404);
});

test("a link gives ten more minutes twice, however much time is left", async () => {
  const { taskId } = await newWaitingTask(1_000);
  const path = await newLink(taskId);
  for (let n = 0; n < limits.linkExtensions; n++) {
    const page = await act(path, { do: "answer", more: "yes", value: "34<9" });
    expect(page.status).toBe(200);
    expect(page.text, "what is in the field stays").toContain('value="34&lt;9"');
    expect(page.text.includes("10 more minutes")).toBe(n + 1 < limits.linkExtensions);
  }
  const before = await state(taskId);
  expect((await act(path, { do: "answer", more: "yes", value: "" })).text).toContain("as often as it may");
  expect(await state(taskId)).toEqual(before);
  const left = (await resultOf(taskId)).waiting[0].expiresAt - Date.now() / 1_000;
  expect(left).toBeGreaterThan(2_100);
  expect(left).toBeLessThan(2_210);
});

test("S12: links that are unknown, malformed, revoked, expired or ended get one and the same answer", async () => {
  const [revoked, expired, ended] = [await newWaitingTask(), await newWaitingTask(), await newWaitingTask()];
  const paths = {
    unknown: `/answer/${"A".repeat(32)}`,
    malformed: "/answer/x",
    revoked: await newLink(revoked.taskId),
    expired: await newLink(expired.taskId, { expiresIn: 1 }),
    ended: await newLink(ended.taskId),
  };
  const input = { taskId: revoked.taskId, name: "code" };
  expect(await revokeAnswerLinks({ ctx: inPortal(operator, account), input })).toEqual({ revoked: 1 });
  await operator.db.pool.query("update answer_link set expires_at = now() - interval '1 second' where task_id = $1", [
    expired.taskId,
  ]);
  await call("cancelTask", { clientKey, taskId: ended.taskId });
  const seen = new Set<string>();
  for (const path of Object.values(paths)) {
    for (const page of [
      await ask(path),
      await act(path, { do: "answer", value: "1" }),
      await act(path, { do: "picture" }),
    ])
      seen.add(JSON.stringify([page.status, page.text]));
  }
  expect([...seen]).toHaveLength(1);
  expect([...seen][0]).toMatch(/^\[404,/);
  expect(await resultOf(revoked.taskId)).toMatchObject({ waitingFor: ["code"] });
});

test("before the task asks, the page says so, and takes no value", async () => {
  const taskId = await newTask();
  const path = await newLink(taskId);
  expect((await ask(path)).text).toContain("Nothing to answer now");
  await act(path, { do: "answer", value: "1" });
  expect(await state(taskId)).toMatchObject({ variable: "awaited", supplied_by: null });
});
