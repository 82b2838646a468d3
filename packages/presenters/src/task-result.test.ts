import type { Solution } from "@gatepost/contract/solution";
import { DomainError } from "@gatepost/domain/platform/errors";
import type { TaskResult } from "@gatepost/domain/tasks/get-task-result";
import { expect, test } from "vitest";
import { callbackBody, taskResultResponse } from "./task-result.ts";

const ready: TaskResult = {
  status: "ready",
  solution: null,
  price: 2_000,
  address: "192.0.2.7",
  created: 1_769_299_200,
  ended: 1_769_299_230,
  attempts: 1,
};

test("a result has the contract's properties in its order, money with six decimals, and says if its solution has expired", () => {
  expect(JSON.stringify(taskResultResponse(ready))).toBe(
    '{"status":"ready","solution":{},"solutionExpired":true,"cost":"0.002000","ip":"192.0.2.7",' +
      '"createTime":1769299200,"endTime":1769299230,"solveCount":1}',
  );

  const solution = { texts: {} } as unknown as Solution;
  const response = taskResultResponse({ ...ready, solution });
  expect(Object.keys(response).slice(0, 3)).toEqual(["status", "solution", "cost"]);
  expect(response).toMatchObject({ solution });
});

test("a callback carries the answer and the task's id last, or where the task failed and what it had read", () => {
  const progress = { step: 2, of: 3, type: "CLICK" as const };
  const open = {
    status: "processing" as const,
    waitingFor: [],
    progress,
    waiting: [],
    controlledBy: null,
    version: "",
  };
  expect(JSON.stringify(callbackBody({ taskId: 7, result: open }))).toBe(
    '{"errorId":0,"status":"processing","waitingFor":[],"progress":{"step":2,"of":3,"type":"CLICK"},"waiting":[],"controlledBy":null,"version":"","taskId":7}',
  );
  const failure = { step: "3.then.2", type: "CLICK" as const, url: "https://example.com/", candidates: [] };
  const partial = { texts: { total: "$3" }, data: {} };
  const error = new DomainError("ERROR_STEP_FAILED", "No button.", { failure, partial });
  expect(callbackBody({ taskId: 7, result: error })).toEqual({
    errorId: 1012,
    errorCode: "ERROR_STEP_FAILED",
    errorDescription: "No button.",
    failure,
    partial,
    taskId: 7,
  });
});
