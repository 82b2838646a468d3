import type { Finding } from "../findings.ts";
import type { BenchInstallation, Lab, Load, Measured } from "../lab.ts";
import { cpuNote, rates, total } from "../notes.ts";
import type { Program } from "../program.ts";

/** Processes of each kind: two of the same kind differ by more than metrics cost. */
const pairs = 3;
/** Turns of a pair in a round. They are short, so that both have the same machine. */
const turns = 4;
const seconds = 1;

/** What metrics add to the CPU of a web process, which keeps them: processes with and without them take turns. */
export async function metricsCost({
  lab,
  installation,
  load,
}: {
  lab: Lab;
  installation: BenchInstallation;
  load: Load;
}): Promise<{ finding: Finding; created: number }> {
  await using programs = new AsyncDisposableStack();
  const newWeb = async (env: Record<string, string>) => programs.use(await installation.startWeb("direct", env));
  const sides: { without: Program; observed: Program }[] = [];
  while (sides.length < pairs)
    sides.push({ without: await newWeb({}), observed: await newWeb({ GATEPOST_WEB_METRICS: "127.0.0.1:0" }) });
  const warmUp: Measured[] = [];
  for (const program of sides.flatMap(({ without, observed }) => [without, observed]))
    warmUp.push(await lab.load(program, load));

  const measured = { without: [] as Measured[], observed: [] as Measured[] };
  for (let turn = 0; turn < lab.rounds * turns; turn++) {
    for (const side of sides) {
      const order = turn % 2 === 0 ? (["without", "observed"] as const) : (["observed", "without"] as const);
      for (const name of order) measured[name].push(await lab.load(side[name], load, seconds));
    }
  }
  const { without, observed } = measured;
  const cpuOf = (all: readonly Measured[]) => all.map(({ cpu }) => cpu.program);
  return {
    created: total([...warmUp, ...without, ...observed]),
    finding: {
      row: "P1",
      what: "web CPU of a call with metrics",
      unit: "µs",
      subject: cpuOf(observed),
      floor: cpuOf(without),
      floorName: "without",
      asked: { atMost: 1.02 },
      note: `${cpuNote(observed)} with metrics, ${cpuNote(without)} without, in ${without.length} turns of ${pairs} pairs of processes. Calls: ${rangeOf(observed)} with, ${rangeOf(without)} without.`,
    },
  };
}

function rangeOf(measured: readonly Measured[]): string {
  const all = rates(measured).map(Math.round);
  return `${Math.min(...all)}–${Math.max(...all)}/s`;
}
