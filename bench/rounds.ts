import type { Lab } from "./lab.ts";

/**
 * Measures several things in turn, round after round, so that other load on the machine affects all of them alike. The
 * order changes with each round. Returns each one's measurements, in order of rounds.
 */
export async function interleave<M, Name extends string>(
  { rounds }: Pick<Lab, "rounds">,
  sides: Record<Name, () => Promise<M>>,
): Promise<Record<Name, M[]>> {
  const names = Object.keys(sides) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, [] as M[]])) as Record<Name, M[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) measured[name].push(await sides[name]());
  }
  return measured;
}
