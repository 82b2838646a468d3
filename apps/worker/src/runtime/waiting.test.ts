import type { WrittenStep } from "@gatepost/contract/steps";
import { size } from "@gatepost/domain/platform/test-size";
import { expect, test } from "vitest";
import { fillFrom, openWorkerDemoSite } from "../testing/test-pages.ts";

const { site, environment, customer } = await openWorkerDemoSite();

const steps: WrittenStep[] = [
  fillFrom("#long", "who"),
  { type: "WAIT_FOR_VARIABLE_VALUE", name: "code" },
  fillFrom("#value"),
  { type: "CLICK", selector: "form button" },
  { type: "READ_TEXT", selector: "#received-value", as: "code" },
  { type: "READ_TEXT", selector: "#received-long", as: "who" },
];

const many = size(5, 50);

test(`R8: ${many} tasks wait at once on 4 slots, and each goes on with its own value, in any order`, {
  timeout: 60_000 + many * 5_000,
}, async () => {
  await using _ = environment.startWorker({ slots: 4, waitingMax: 2 * many });
  const tasks: { taskId: number; who: string; code: string }[] = [];
  for (let n = 0; n < many; n++) {
    const variables = { who: `person ${n}`, code: "_WAIT_FOR_IT_" };
    const taskId = await customer.create(`${site.url}/echo`, steps, { variables });
    tasks.push({ taskId, who: variables.who, code: `code of ${n}` });
  }
  const waiting = () => environment.system.db.prisma.task.count({ where: { state: "waiting" } });
  await expect.poll(waiting, { timeout: 60_000 + many * 4_000, interval: 200 }).toBe(many);
  const order = tasks.toSorted(() => Math.random() - 0.5);
  for (const { taskId, code } of order) await customer.push(taskId, "code", code);
  for (const { taskId, code, who } of tasks) {
    const { texts } = await customer.solution(taskId);
    expect(texts).toEqual({ code: JSON.stringify(code), who: JSON.stringify(who) });
  }
});
