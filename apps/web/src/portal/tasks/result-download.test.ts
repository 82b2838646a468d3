import { DomainError } from "@gatepost/domain/platform/errors";
import { claimFirst } from "@gatepost/domain/platform/held-task-testing";
import { newCaller, newSession, newTask, newTemplate, openTestContext } from "@gatepost/domain/platform/testing";
import { expect, test } from "vitest";
import { openLiveFeeds } from "../../live/live-feeds.ts";
import { resultDownload } from "./result-download.ts";

const system = await openTestContext();
const live = openLiveFeeds(system);

test("a task's files are downloaded by people of its account alone, and never shown as a page", async () => {
  const [owner, other] = [await newCaller(system), await newCaller(system)];
  await newTask(owner, await newTemplate(system, owner));
  const task = await claimFirst(system);
  const page = { name: "page ünd.html", type: "text/html", size: 3, base64: Buffer.from("<p>").toString("base64") };
  await task.ready({ files: { page } });
  const asked = { taskId: String(task.taskId), kind: "file", name: "page" };

  const answer = await resultDownload({ verb: newSession(owner), live }, asked);
  expect(await answer.text()).toBe("<p>");
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition": "attachment; filename=\"page _nd.html\"; filename*=UTF-8''page%20%C3%BCnd.html",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "private, no-store",
  });
  const visitor = { ...owner, actor: { kind: "visitor" } as const };
  for (const refused of [
    await resultDownload({ verb: newSession(other), live }, asked),
    await resultDownload({ verb: visitor, live }, asked),
    await resultDownload({ verb: newSession(owner), live }, { ...asked, name: "none" }),
    await resultDownload({ verb: newSession(owner), live }, { ...asked, taskId: "999999" }),
    await resultDownload({ verb: newSession(owner), live }, { ...asked, taskId: "x" }),
  ])
    expect([refused.status, await refused.text()]).toEqual([404, "There is no such file.\n"]);
});

test("a file that cannot be read for now is not said to be gone", async () => {
  const during = () => Promise.reject(new DomainError("ERROR_SERVICE_UNAVAILABLE"));
  const busy = { ...live, resultTurns: { ...live.resultTurns, during } };
  const asked = { taskId: "1", kind: "file", name: "page" };
  const answer = resultDownload({ verb: newSession(await newCaller(system)), live: busy }, asked);
  await expect(answer).rejects.toMatchObject({ code: "ERROR_SERVICE_UNAVAILABLE" });
});

test("of a failed task, what it had read is downloaded", async () => {
  const owner = await newCaller(system);
  await newTask(owner, await newTemplate(system, owner));
  const task = await claimFirst(system);
  const report = {
    failure: { step: "2", type: "CLICK" as const, url: "" },
    partial: { texts: { total: "$3" }, data: {} },
  };
  await task.fail({ report });
  const asked = { taskId: String(task.taskId), kind: "text", name: "total" };
  expect(await (await resultDownload({ verb: newSession(owner), live }, asked)).text()).toBe("$3");
});
