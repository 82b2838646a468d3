import { spawn } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lives } from "@gatepost/db/embedded/process";
import { beforeEach, expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { type Program, pauseBeforeRestart, supervise } from "./supervise.ts";

let folder: string;

beforeEach(() => {
  folder = openFolder();
});

/** A program that appends to a file what it lives through. */
const LIVES = `
  import { appendFileSync } from "node:fs";
  const note = (word: string) => appendFileSync("notes", word + "\\n");
  process.on("SIGTERM", () => { note("stopped"); process.exit(0); });
  setInterval(() => {}, 1000);
  note("started " + process.pid);
`;

test("a program that dies is restarted, and stops when it is asked to", async () => {
  const lost: Error[] = [];
  const logged: string[] = [];
  const running = supervise(program(LIVES), { log: (line) => logged.push(line), lost: (error) => lost.push(error) });
  await until(() => notes().length === 1);
  process.kill(Number(notes()[0]?.split(" ")[1]), "SIGKILL");
  await until(() => notes().length === 2);
  expect(running.hasStarted()).toBe(false);
  await running.stop();
  expect(notes()[2]).toBe("stopped");
  expect(logged).toEqual(["The test program died with signal SIGKILL: starting it again in 0.25 s."]);
  expect(lost).toEqual([]);
});

test.each([
  { code: 3, isUp: false, pauses: [0.25, 0.5, 1, 2], says: "keeps dying, the last time with exit code 3" },
  { code: 78, isUp: false, pauses: [], says: "cannot start: the lines above say why" },
  { code: 3, isUp: true, pauses: [0.25, 0.5, 1, 2, 4], says: undefined },
  { code: 78, isUp: true, pauses: [0.25], says: undefined },
])("a program that keeps dying, once the start has succeeded or before: %o", async ({ code, isUp, pauses, says }) => {
  const lost: Error[] = [];
  const logged: string[] = [];
  const listeners = { log: (line: string) => logged.push(line), lost: (error: Error) => lost.push(error) };
  const running = supervise(program(`process.exit(${code})`), listeners);
  if (isUp) running.startSucceeded();
  await until(() => logged.length + lost.length === pauses.length + (says ? 1 : 0));
  await running.stop();
  expect(logged).toEqual(
    pauses.map((pause) => `The test program died with exit code ${code}: starting it again in ${pause} s.`),
  );
  expect(lost.map(({ message }) => message)).toEqual(says ? [expect.stringContaining(says)] : []);
});

test("the pause before a restart doubles up to half a minute, or two seconds where something was saved", () => {
  expect([1, 2, 7, 8, 10_000].map((deaths) => pauseBeforeRestart(deaths, false))).toEqual([
    ...[250, 500, 16_000, 30_000, 30_000],
  ]);
  expect([2, 7].map((deaths) => pauseBeforeRestart(deaths, true))).toEqual([500, 2_000]);
});

/** A program that says when it has started, and that ends some time after it was asked to retire. */
const RETIRES = `
  import { appendFileSync, existsSync } from "node:fs";
  const note = (word: string) => appendFileSync("notes", word + " " + process.pid + "\\n");
  process.on("SIGUSR2", () => { note("retires"); setInterval(() => { if (existsSync("last-task-ended")) process.exit(0); }, 20); });
  process.on("SIGTERM", () => { note("stopped"); process.exit(0); });
  setInterval(() => {}, 1000);
  note("started");
  process.send({ started: true });
`;

test("a program that is replaced retires once the next one has started, is not started again, and is stopped with that one", async () => {
  const logged: string[] = [];
  const running = supervise(
    { ...program(RETIRES), retires: true },
    { log: (line) => logged.push(line), lost: () => {} },
  );
  running.startSucceeded();
  await until(() => running.hasStarted());
  running.replace();
  await until(() => notes().length === 3);
  const [first, second] = notes().map((note) => Number(note.split(" ")[1]));
  expect(notes()).toEqual([`started ${first}`, `started ${second}`, `retires ${first}`]);
  // The newest is kept running while the one before goes on.
  process.kill(second as number, "SIGKILL");
  await until(() => notes().length === 4 + 1);
  const third = Number(notes()[3]?.split(" ")[1]);
  expect(notes()[3]).toBe(`started ${third}`);
  expect(logged).toEqual(["The test program died with signal SIGKILL: starting it again in 0.25 s."]);
  writeFileSync(join(folder, "last-task-ended"), "");
  await until(() => !lives(first as number));
  rmSync(join(folder, "last-task-ended"));
  running.replace();
  await until(() => notes().length === 7);
  await running.stop();
  expect(notes().slice(6)).toEqual([
    `retires ${third}`,
    expect.stringMatching("stopped"),
    expect.stringMatching("stopped"),
  ]);
  expect(logged).toHaveLength(1);
});

test("a program that dies before the next one has started is started again, and retires only once that one has", async () => {
  const hangs = join(folder, "hangs");
  const text = `
    import { appendFileSync, existsSync } from "node:fs";
    const note = (word: string) => appendFileSync("notes", word + " " + process.pid + "\\n");
    process.on("SIGUSR2", () => note("retires"));
    process.on("SIGTERM", () => process.exit(0));
    process.send({ save: "wait", value: "" });
    const start = () => { note("started"); process.send({ started: true }); };
    if (!existsSync("hangs")) start();
    else {
      note("hangs");
      const looking = setInterval(() => { if (existsSync("hangs")) return; clearInterval(looking); start(); }, 20);
    }
    setInterval(() => {}, 1_000);
  `;
  const running = supervise({ ...program(text), retires: true, saves: true }, { log: () => {}, lost: () => {} });
  running.startSucceeded();
  await until(() => notes().length === 1);
  writeFileSync(hangs, "");
  running.replace();
  await until(() => notes().length === 2);
  const [first, second] = notes().map((note) => Number(note.split(" ")[1]));
  renameSync(hangs, join(folder, "hung"));
  process.kill(second as number, "SIGSTOP");
  process.kill(first as number, "SIGKILL");
  await until(() => notes().length === 3);
  const third = Number(notes()[2]?.split(" ")[1]);
  process.kill(second as number, "SIGCONT");
  await until(() => notes().length >= 5);
  await running.stop();
  // If the launcher hears of the second one first, it asks the third twice.
  expect([...new Set(notes().slice(2))]).toEqual([`started ${third}`, `started ${second}`, `retires ${third}`]);
});

test("a program stops by itself when its launcher is killed", async () => {
  const { script } = program(LIVES);
  const launcher = `import { supervise } from ${JSON.stringify(join(import.meta.dirname, "supervise.ts"))};
    supervise({ name: "x", script: ${JSON.stringify(script)}, cwd: ${JSON.stringify(folder)}, env: process.env }, { log() {}, lost() {} });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", launcher], { stdio: "inherit" });
  await until(() => notes().length === 1);
  child.kill("SIGKILL");
  await until(() => notes()[1] === "stopped");
});

function program(text: string): Program {
  const script = join(folder, "program.ts");
  writeFileSync(script, text);
  return { name: "test program", script, cwd: folder, env: process.env };
}

/** The lines written so far. A file that exists may still be empty: it is created before its first line is written. */
function notes(): string[] {
  const file = join(folder, "notes");
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}
