import { dirname, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

const root = dirname(import.meta.dirname);

/** What a suite's runners reported. */
export interface Count {
  passed: number;
  failed: number;
  /** What failed, by name, with the beginning of the reason, printed again at the end. */
  sentences: string[];
  skipped: Skipped[];
}

/** A test that was not run. */
interface Skipped {
  /** Its file and name. */
  test: string;
  why: string;
}

/** The part of Vitest's JSON report that is read here. */
export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[]; meta?: { why?: string } }[];
  }[];
}

export function countVitest({ numPassedTests, numFailedTests, testResults }: VitestReport): Count {
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((one) => ({ ...one, file: relative(root, name) })),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    sentences: [
      ...tests
        .filter(({ status }) => status === "failed")
        .map(({ file, fullName, failureMessages }) => sentence(file, fullName, failureMessages[0])),
      ...broken.map(({ name, message }) => sentence(relative(root, name), "as a whole", message)),
    ],
    skipped: tests
      .filter(({ status }) => status === "skipped" || status === "todo")
      .map(({ file, fullName, meta }) => skippedTest(file, fullName, meta?.why)),
  };
}

/** The part of Playwright's JSON report that is read here. */
export interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; unexpected: number; flaky: number };
}

interface PlaywrightSuite {
  specs?: PlaywrightSpec[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightSpec {
  file: string;
  title: string;
  tests: {
    status: string;
    annotations: { type: string; description?: string }[];
    results: { error?: { message?: string } }[];
  }[];
}

export function countPlaywright(report: PlaywrightReport): Count {
  const { expected, unexpected, flaky } = report.stats;
  const tests = specsOf(report).flatMap(({ file, title, tests }) =>
    tests.map((one) => ({ ...one, file: `tests/e2e/${file}`, title })),
  );
  return {
    passed: expected,
    failed: unexpected + flaky,
    sentences: tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ file, title, results }) => sentence(file, title, results.find(({ error }) => error)?.error?.message)),
    skipped: tests
      .filter(({ status }) => status === "skipped")
      .map(({ file, title, annotations }) =>
        skippedTest(file, title, annotations.find(({ type }) => type === "skip")?.description),
      ),
  };
}

function specsOf({ specs = [], suites = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

export function sumOf(counts: readonly Count[]): Count {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    sentences: counts.flatMap(({ sentences }) => sentences),
    skipped: counts.flatMap(({ skipped }) => skipped),
  };
}

/** How many tests were skipped, then each reason with its tests. */
export function describeSkipped(skipped: readonly Skipped[]): string {
  const reasons = Map.groupBy(skipped, ({ why }) => why);
  const lines = [...reasons].flatMap(([why, some]) => [`  ${why}:`, ...some.map(({ test }) => `    ${test}`)]);
  return [`${skipped.length} skipped:`, ...lines].join("\n");
}

function skippedTest(file: string, title: string, why = "no reason is given"): Skipped {
  return { test: `${file}: ${title}`, why: why.replace(/\.$/, "") };
}

/** A failure in a few lines, without the runner's colours and stack lines. */
function sentence(file: string, title: string, why = ""): string {
  const lines = stripVTControlCharacters(why)
    .split("\n")
    .filter((line) => !/^\s+at .*(node_modules|new Promise)/.test(line))
    .slice(0, 12);
  return `${file}: ${title}\n${lines.map((line) => `    ${line}`).join("\n")}`;
}
