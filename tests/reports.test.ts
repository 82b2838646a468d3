import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { countPlaywright, countVitest, describeSkipped, sumOf } from "./reports.ts";

const root = dirname(import.meta.dirname);

const ofVitest = countVitest({
  numPassedTests: 1,
  numFailedTests: 1,
  testResults: [
    {
      name: join(root, "tests/a.test.ts"),
      status: "failed",
      message: "",
      assertionResults: [
        { status: "passed", fullName: "works", failureMessages: [] },
        { status: "failed", fullName: "fails", failureMessages: ["AssertionError: 1 is not 2"] },
        { status: "skipped", fullName: "renders", failureMessages: [], meta: { why: "kubectl is not installed" } },
        { status: "skipped", fullName: "is silent", failureMessages: [] },
      ],
    },
    { name: join(root, "tests/b.test.ts"), status: "failed", message: "it does not compile", assertionResults: [] },
  ],
});

const ofPlaywright = countPlaywright({
  stats: { expected: 2, unexpected: 0, flaky: 0 },
  suites: [
    {
      specs: [
        {
          file: "c.spec.ts",
          title: "calls",
          tests: [
            {
              status: "skipped",
              results: [],
              annotations: [{ type: "skip", description: "There is no curl, which the calls are made with." }],
            },
          ],
        },
      ],
    },
  ],
});

test("a file that cannot be loaded counts as a failure, and each failure is named with its reason", () => {
  expect(ofVitest).toMatchObject({ passed: 1, failed: 2 });
  expect(ofVitest.sentences).toEqual([
    "tests/a.test.ts: fails\n    AssertionError: 1 is not 2",
    "tests/b.test.ts: as a whole\n    it does not compile",
  ]);
});

test("each skipped test is named under the reason why it was not run", () => {
  const { passed, failed, skipped } = sumOf([ofVitest, ofPlaywright]);
  expect({ passed, failed }).toEqual({ passed: 3, failed: 2 });
  expect(describeSkipped(skipped)).toBe(`3 skipped:
  kubectl is not installed:
    tests/a.test.ts: renders
  no reason is given:
    tests/a.test.ts: is silent
  There is no curl, which the calls are made with:
    tests/e2e/c.spec.ts: calls`);
});
