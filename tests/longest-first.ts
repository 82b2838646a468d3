import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take half a minute and more. On a clean checkout, where Vitest knows no durations, it begins with the largest
 * files: these are not large, would begin late, and the processors would wait for them at the end.
 */
const long = [
  "browser/hostile",
  "money/conservation",
  "money/reconcile-in-batches",
  "privacy/picture",
  "runtime/left-waits",
  "runtime/worker-faults",
  "steps/demo-site",
  "wire/conformance",
  "tests/python-client",
  "wire/documents",
].map((name) => `${name}.test.ts`);

/** Those of `domain` are the shortest. */
const projects = ["worker", "full-browser", "services", "own-process", "domain"];

const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.endsWith(name));
/** Files that share processes come together, because a process ends when a file of another project is next. */
const rankOf = (file: TestSpecification) => (isLong(file) ? 0 : projects.length) + projects.indexOf(file.project.name);
const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;

/** Begins with the files that take longest, so that all processors have work until the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => groupOf(a) - groupOf(b) || rankOf(a) - rankOf(b));
  }
}
