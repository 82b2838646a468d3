import { expect, test } from "vitest";
import { checkInTurn } from "./save-template.ts";

const outcomes = (calls: Promise<unknown>[]) =>
  Promise.all(
    calls.map((call) => call.catch((error: { code?: string; message: string }) => error.code ?? error.message)),
  );

test("others are answered between two documents, and one that is refused stops no other", async () => {
  let answered = 0;
  const answering = setInterval(() => answered++, 1);
  const check = (n: number) => {
    for (const until = performance.now() + 20; performance.now() < until; );
    if (n === 2) throw new Error("refused");
    return answered;
  };
  const [first, second, third, fourth] = await outcomes(
    [1, 2, 3, 4].map((n) => checkInTurn({ accountId: n % 2, given: {} }, () => check(n))),
  );
  clearInterval(answering);
  expect(second).toBe("refused");
  expect(third).toBeGreaterThan(first as number);
  expect(fourth).toBeGreaterThan(third as number);
});

test("an account has a mebibyte of documents waiting at once, and another account is not refused because of it", async () => {
  const given = { text: "x".repeat(300_000) };
  const check = (accountId: number) => checkInTurn({ accountId, given }, () => "checked");
  expect(await outcomes([3, 1, 1, 1, 1, 2].map(check))).toEqual([
    "checked",
    "checked",
    "checked",
    "checked",
    "ERROR_SERVICE_UNAVAILABLE",
    "checked",
  ]);
  expect(await check(1)).toBe("checked");
});
