import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { npmStart } from "../../tests/npm-start.ts";
import type { Finding } from "../findings.ts";
import type { Lab } from "../lab.ts";
import { callMethod } from "./task-calls.ts";

const root = join(import.meta.dirname, "../..");
const laterStarts = 3;

/** `npm start` of a fresh clone of the last commit, until the first call succeeds; and its later starts. */
export async function startRow(lab: Lab): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), "gatepost-bench-start-"));
  // As root, PostgreSQL and the worker run as users who need access to it.
  chmodSync(folder, 0o755);
  try {
    const checkout = join(folder, "gatepost");
    execFileSync("git", ["clone", "--quiet", root, checkout]);
    const first = await startOnce(checkout);
    lab.say(`first start ${first.seconds.toFixed(1)} s: ${first.phases}`);
    const later: Started[] = [];
    while (later.length < (lab.rounds > 1 ? laterStarts : 1)) {
      later.push(await startOnce(checkout));
      lab.say(`later start ${later.at(-1)?.seconds.toFixed(1)} s: ${later.at(-1)?.phases}`);
    }
    return [
      {
        row: "P8",
        what: "npm start, fresh clone, to the first answer",
        unit: "s",
        subject: [first.seconds],
        asked: { atMost: 30 },
        note: `with the package cache as it was on this machine. ${first.phases}`,
      },
      {
        row: "P8",
        what: "npm start again, to the first answer",
        unit: "s",
        asked: { atMost: 2 },
        subject: later.map(({ seconds }) => seconds),
        note: later.at(-1)?.phases ?? "",
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Started {
  seconds: number;
  /** Its phases, with the time of each. */
  phases: string;
}

async function startOnce(checkout: string): Promise<Started> {
  const from = performance.now();
  const started = await npmStart(join(checkout, ".data"), {}, checkout);
  try {
    // The demo's own first call. The welcome came when the worker was ready too.
    await callMethod(Number(new URL(started.url).port), "getBalance", { clientKey: started.clientKey });
    return { seconds: (performance.now() - from) / 1_000, phases: phasesOf(started.said()) };
  } finally {
    started.pressCtrlC();
    await started.ended;
  }
}

/** The duration of each phase that was printed. */
function phasesOf(said: string): string {
  const took = stripVTControlCharacters(said).matchAll(/^· ([a-zA-Z ]+) … (\d+) s$/gm);
  // A long phase is printed several times; the last line counts.
  const phases = new Map([...took].map(([, name, seconds]) => [name, seconds]));
  return [...phases].map(([name, seconds]) => `${name} ${seconds} s`).join(", ") || "no phase took a second";
}
