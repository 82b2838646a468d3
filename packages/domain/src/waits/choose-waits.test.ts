import { expect, test } from "vitest";
import { chooseWaits, type Fit } from "./answer-by-message.ts";

const fit = (taskId: number, value = "1", ruleName = "bank"): Fit => ({ taskId, name: "code", value, ruleName });

test("a message that fits one wait answers it; two rules may find the same value", () => {
  expect(chooseWaits([{ messageId: 1, fits: [fit(7), fit(7, "1", "any")] }])).toEqual([
    { messageId: 1, kind: "answer", fit: fit(7) },
  ]);
});

test("a message that fits no wait is not decided", () => {
  expect(chooseWaits([{ messageId: 1, fits: [] }])).toEqual([]);
});

test("a message that fits several waits, or one with several values, answers none", () => {
  const many = [1, 2, 3, 4, 5, 6, 7].map((taskId) => fit(taskId));
  expect(
    chooseWaits([
      { messageId: 1, fits: [fit(7), fit(8)] },
      { messageId: 2, fits: [fit(7, "1"), fit(7, "2", "any")] },
      { messageId: 3, fits: many },
    ]),
  ).toEqual([
    { messageId: 1, kind: "ambiguous", detail: "It fits the waits of tasks 7, 8." },
    { messageId: 2, kind: "ambiguous", detail: "The rules bank, any find different values for task 7." },
    { messageId: 3, kind: "ambiguous", detail: "It fits the waits of tasks 1, 2, 3, 4, 5 and 2 more." },
  ]);
});

test("of several messages for one wait, the latest answers it, and the others answer no later wait", () => {
  expect(
    chooseWaits([
      { messageId: 3, fits: [fit(7, "3")] },
      { messageId: 2, fits: [fit(8, "2")] },
      { messageId: 1, fits: [fit(7, "1")] },
    ]),
  ).toEqual([
    { messageId: 3, kind: "answer", fit: fit(7, "3") },
    { messageId: 2, kind: "answer", fit: fit(8, "2") },
    { messageId: 1, kind: "replaced", fit: fit(7, "1") },
  ]);
});
