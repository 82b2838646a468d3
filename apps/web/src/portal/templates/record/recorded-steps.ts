import { isObject } from "@gatepost/contract/json-value";
import { withSecrets } from "../given-values.ts";

/** Recorded steps that type stored secrets in place of variables, for which nothing is waited. */
export function typingSecrets(steps: readonly unknown[], secrets: ReadonlyMap<string, string>): unknown[] {
  const isWaitFor = (step: unknown) =>
    isObject(step) && step.type === "WAIT_FOR_VARIABLE_VALUE" && secrets.has(String(step.name));
  return withSecrets(
    steps.filter((step) => !isWaitFor(step)),
    secrets,
  );
}

/**
 * The steps of a document that its author may have changed, once a recording has others than before: what it no longer has is
 * removed, unless it was changed, and what is new comes in its place, or last.
 */
export function follow(steps: readonly unknown[], before: readonly unknown[], after: readonly unknown[]): unknown[] {
  const [known, now, own] = [before, after, steps].map((list) => list.map((step) => JSON.stringify(step)));
  if (!known || !now || !own) return [...steps];
  const different = now.findIndex((step, at) => step !== known[at]);
  const same = different < 0 ? now.length : different;
  const left = [...steps];
  let index: number | undefined;
  for (const gone of known.slice(same).toReversed()) {
    const at = own.lastIndexOf(gone);
    if (at < 0) continue;
    left.splice(at, 1);
    own.splice(at, 1);
    index = Math.min(index ?? at, at);
  }
  return left.toSpliced(index ?? left.length, 0, ...after.slice(same));
}
