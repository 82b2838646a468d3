import { parseExactJson, typed } from "@gatepost/domain/platform/exact-json";
import { expect, test } from "vitest";
import { expectPushed, openPush } from "./push-setup.ts";

const { newTask, newWaitingTask, push, worker } = await openPush();

test.for(["9007199254740993", "12345678901234567890", "1e400", "1.10", "-0", '{"a":[1.10,{"b":1E5}]}'])(
  "F1: the worker gets %s as it was sent, by a push and at creation",
  async (text) => {
    const { taskId, task } = await newWaitingTask();
    expectPushed(await push(taskId, parseExactJson(text)));
    const taken = await worker.take(task, "code");
    expect(taken.status === "taken" && typed(taken.value)).toBe(text);
    const given = await worker.claim(await newTask({ variables: { code: parseExactJson(text) } }));
    expect(typed(given.given.code)).toBe(text);
  },
);
