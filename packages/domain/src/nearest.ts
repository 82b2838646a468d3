import { distance } from "fastest-levenshtein";

/** Longer texts are not compared. */
const longest = 200;

/** Up to three names that a mistyped one may stand for, the nearest first. Letter case is ignored. */
export function nearest(typed: string, names: Iterable<string>): string[] {
  if (typed.length > longest) return [];
  const folded = typed.toLowerCase();
  const near: { name: string; far: number }[] = [];
  for (const name of names) {
    const other = name.toLowerCase();
    const far = isPart(folded, other) ? 1 : distance(folded, other);
    if (far <= Math.max(2, Math.ceil(Math.min(folded.length, other.length) / 3))) near.push({ name, far });
  }
  return near
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** One begins with the other: `Sign-in` for `Sign-in and wait for control text`. */
function isPart(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return shorter.length >= 4 && longer.startsWith(shorter);
}

/** `Did you mean "a" or "b"? `, or an empty text. */
export function didYouMean(typed: string, names: Iterable<string>): string {
  const near = nearest(typed, names).map((name) => JSON.stringify(name));
  if (near.length === 0) return "";
  const last = near.pop();
  return `Did you mean ${near.length > 0 ? `${near.join(", ")} or ` : ""}${last}? `;
}
