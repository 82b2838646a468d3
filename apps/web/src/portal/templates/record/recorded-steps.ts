import { isObject } from "../document.ts";

/** For each variable of a password, the stored secret that is typed in its place; the others are asked for. */
export type ChosenSecrets = ReadonlyMap<string, string>;

/** Recorded steps that type stored secrets, for which nothing is waited. */
export function withSecrets(steps: readonly unknown[], secrets: ChosenSecrets): unknown[] {
  const secretOf = (name: unknown) => secrets.get(String(name));
  return steps.flatMap((step) => {
    if (!isObject(step)) return [step];
    if (step.type === "WAIT_FOR_VARIABLE_VALUE" && secretOf(step.name)) return [];
    const { value } = step;
    const secret = isObject(value) ? secretOf(value.variable) : undefined;
    return [secret ? { ...step, value: { secret } } : step];
  });
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
  let place: number | undefined;
  for (const gone of known.slice(same).toReversed()) {
    const at = own.lastIndexOf(gone);
    if (at < 0) continue;
    left.splice(at, 1);
    own.splice(at, 1);
    place = Math.min(place ?? at, at);
  }
  return left.toSpliced(place ?? left.length, 0, ...after.slice(same));
}
