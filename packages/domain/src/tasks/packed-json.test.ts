import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { emptySolution } from "../platform/testing.ts";
import { packJson, unpackJson } from "./finish-task.ts";

const picture = randomBytes(20_000);
const solution = { ...emptySolution, screenshots: [picture.toString("base64")], texts: { page: "Grüße, Ada 👋" } };

test("a packed solution is unpacked as it was", async () => {
  expect(await unpackJson(await packJson(solution))).toEqual(solution);
});

test("a picture takes hardly more than its own bytes", async () => {
  expect((await packJson(solution)).length).toBeLessThan(picture.length * 1.05);
});

test("a short solution stays JSON, and a solution of any length that was stored as JSON is read", async () => {
  expect((await packJson(emptySolution)).toString()).toBe(JSON.stringify(emptySolution));
  for (const one of [emptySolution, solution]) expect(await unpackJson(Buffer.from(JSON.stringify(one)))).toEqual(one);
});
