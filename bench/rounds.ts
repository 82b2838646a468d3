import type { Lab, Load, Measured } from "./lab.ts";
import type { Program } from "./program.ts";

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

/** Loads programs in turn, after a warm-up of each. `answered`: the correct responses of each, those of its warm-up included. */
export async function loadInTurn<Name extends string>(lab: Lab, sides: Record<Name, readonly [Program, Load]>) {
  const names = Object.keys(sides) as Name[];
  const answered = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  const load = async (name: Name, seconds?: number) => {
    const [program, calls] = sides[name];
    const measured = await lab.load(program, calls, seconds);
    answered[name] += measured.succeeded;
    return measured;
  };
  for (const name of names) await load(name, lab.seconds / 2);
  const loads = Object.fromEntries(names.map((name) => [name, () => load(name)] as const));
  return { measured: await interleave(lab, loads as Record<Name, () => Promise<Measured>>), answered };
}
