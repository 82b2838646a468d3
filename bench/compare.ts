import { type Finding, shown } from "./findings.ts";
import { measureApart } from "./measurement.ts";
import { asColumns } from "./report.ts";
import { median } from "./statistics.ts";

/** One checkout's results for one figure, one per turn. */
interface Figures extends Pick<Finding, "unit"> {
  values: number[];
  /** Microseconds of CPU per call, if the row measures it. */
  cpu: number[];
}

interface Comparison {
  /** The other checkout's folder. Its packages are installed and its web app is built (`npm start` does both). */
  against: string;
  turns: number;
  maxSeconds: number;
}

const headings = ["there", "here", "ratio", "spread", "CPU there", "CPU here", "ratio"];

/**
 * Measures a row here and in another checkout, in turns, each time with a PostgreSQL of its own. A ratio is the median of
 * the turns' ratios, because the speed of a shared machine varies more than most changes do. Returns the table as text.
 */
export async function compare(name: string, { against, turns, maxSeconds }: Comparison): Promise<string> {
  const here = new Map<string, Figures>();
  const there = new Map<string, Figures>();
  const measure = async (into: Map<string, Figures>, folder?: string) => {
    const { findings } = await measureApart(name, { quick: true, maxSeconds, say: () => {}, folder });
    // A row beside several floors has the same subject in several findings.
    const subjects = new Map(findings.map((finding) => [finding.what, finding]));
    for (const { what, unit, subject, cpu } of subjects.values()) {
      const figures = into.get(what) ?? { unit, values: [], cpu: [] };
      figures.values.push(median(subject));
      if (cpu) figures.cpu.push(median(cpu.subject));
      into.set(what, figures);
    }
  };
  for (let turn = 0; turn < turns; turn++) {
    if (turn % 2 === 0) await measure(there, against);
    await measure(here);
    if (turn % 2 === 1) await measure(there, against);
  }

  const lines = [...here].flatMap(([what, now]) => {
    const before = there.get(what);
    if (!before) return [];
    const figures = [shown(median(before.values), now.unit), shown(median(now.values), now.unit)];
    return [[what, ...figures, ...ratioOf(before.values, now.values), ...cpuOf(before, now)]];
  });
  return asColumns([[`${name}, ${turns} turns`, ...headings], ...lines]);
}

function cpuOf(before: Figures, now: Figures): string[] {
  if (now.cpu.length === 0 || before.cpu.length === 0) return [];
  const [ratio] = ratioOf(before.cpu, now.cpu);
  return [shown(median(before.cpu), "µs"), shown(median(now.cpu), "µs"), ratio];
}

/** The median of the turns' ratios, and the least and the greatest. */
function ratioOf(before: readonly number[], now: readonly number[]): [ratio: string, spread: string] {
  const ratios = now.map((value, turn) => value / (before[turn] ?? Number.NaN));
  return [median(ratios).toFixed(2), `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`];
}
