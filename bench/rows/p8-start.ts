import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { freePort } from "../../tests/free-port.ts";
import { withoutNpm } from "../../tests/npm-start.ts";
import type { Finding } from "../findings.ts";
import type { Lab } from "../lab.ts";

const root = join(import.meta.dirname, "../..");
const patienceMs = 300_000;
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
  const port = await freePort();
  const from = performance.now();
  // A session of its own, so that all that it started can be ended with it.
  const child = spawn("npm", ["start"], {
    cwd: checkout,
    env: { ...withoutNpm(process.env), PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  try {
    await untilAnswered(child, { port, checkout, said: () => said });
    return { seconds: (performance.now() - from) / 1_000, phases: phasesOf(said) };
  } finally {
    await end(child);
  }
}

/**
 * The demo's own first call: it needs the database, the key, and the web server. The welcome comes when the worker is
 * ready too.
 */
async function untilAnswered(
  child: ChildProcess,
  { port, checkout, said }: { port: number; checkout: string; said: () => string },
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    if (said().includes("getTaskResult")) {
      const clientKey = readFileSync(join(checkout, ".data/demo-key"), "utf8").trim();
      const url = `http://127.0.0.1:${port}/getBalance`;
      const answer = await fetch(url, { method: "POST", body: JSON.stringify({ clientKey }) }).catch(() => undefined);
      if (((await answer?.json()) as { errorId?: number } | undefined)?.errorId === 0) return;
    }
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`npm start came to nothing:\n${said()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const closed = once(child, "close");
  child.kill("SIGTERM");
  const patience = setTimeout(() => process.kill(-(child.pid as number), "SIGKILL"), 40_000);
  await closed;
  clearTimeout(patience);
}

/** The duration of each phase that was printed. */
function phasesOf(said: string): string {
  const took = stripVTControlCharacters(said).matchAll(/^· ([a-zA-Z ]+) … (\d+) s$/gm);
  // A long phase is printed several times; the last line counts.
  const phases = new Map([...took].map(([, name, seconds]) => [name, seconds]));
  return [...phases].map(([name, seconds]) => `${name} ${seconds} s`).join(", ") || "no phase took a second";
}
