import { expect, test } from "vitest";
import { Results } from "./results.ts";
import { makeRun, type RunParts } from "./run.ts";

test("an error names neither the value of now nor one that the site refused", () => {
  const secrets = { texts: new Set(["FIRST-1111", "SECOND-2222"]), joined: new Set(), fields: [] };
  const values = new Map([["code", "SECOND-2222"]]);
  const run = makeRun({
    session: {},
    results: new Results(),
    reads: new Set(),
    stored: new Map(),
    secrets,
    values,
    late: ["code"],
  } as unknown as RunParts);
  expect(run.redacted("FIRST-1111 was refused, second-2222 is asked for")).toBe("… was refused, … is asked for");
});

test("a task keeps so much and no more, whatever its steps find", () => {
  const results = new Results();
  const mebibyte = "x".repeat(1024 * 1024);
  const fill = () => {
    for (let n = 0; n < 100; n++) results.addText(`text ${n}`, mebibyte);
  };
  expect(fill).toThrow("more than 48 MiB");
  // What did not fit does not count: the step may have been optional.
  results.addText("text 0", "short");
  results.addScreenshot(Buffer.from("png"));
  expect(() => results.addScreenshot(Buffer.alloc(1024 * 1024))).toThrow("more than 48 MiB");
  const again = new Results();
  for (let n = 0; n < 100; n++) again.addText("the same", mebibyte);
  expect(again.texts.size).toBe(1);
});
