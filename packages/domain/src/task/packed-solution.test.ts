import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { emptySolution } from "../testing.ts";
import { packSolution, unpackSolution } from "./packed-solution.ts";

const picture = randomBytes(20_000);
const solution = { ...emptySolution, screenshots: [picture.toString("base64")], texts: { page: "Grüße, Ada 👋" } };

test("a packed solution is unpacked as it was", async () => {
  expect(await unpackSolution(await packSolution(solution))).toEqual(solution);
});

test("a picture takes hardly more than its own bytes", async () => {
  expect((await packSolution(solution)).length).toBeLessThan(picture.length * 1.05);
});

test("a short solution stays JSON, and a solution of any length that was stored as JSON is read", async () => {
  expect((await packSolution(emptySolution)).toString()).toBe(JSON.stringify(emptySolution));
  for (const one of [emptySolution, solution])
    expect(await unpackSolution(Buffer.from(JSON.stringify(one)))).toEqual(one);
});
