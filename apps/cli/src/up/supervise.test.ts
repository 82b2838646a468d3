import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type Program, supervise } from "./supervise.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "supervise-"));
  return () => rmSync(folder, { recursive: true });
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

test("a program that dies repeatedly before its start succeeded is no longer restarted", {
  timeout: 20_000,
}, async () => {
  const { promise, resolve } = Promise.withResolvers<Error>();
  supervise(program("process.exit(3)"), { log: () => {}, lost: resolve });
  expect((await promise).message).toMatch("The test program keeps dying, the last time with exit code 3");
});

test("a program with a wrong setting is not started again", async () => {
  const { promise, resolve } = Promise.withResolvers<Error>();
  const logged: string[] = [];
  supervise(program("process.exit(78)"), { log: (line) => logged.push(line), lost: resolve });
  expect((await promise).message).toBe("The test program cannot start: the lines above say why.");
  expect(logged).toEqual([]);
});

test.each([
  { code: 3, pauses: [0.25, 0.5, 1, 2, 4] },
  { code: 78, pauses: [0.25, 0.5] },
])(
  "after its start succeeded, a program that keeps dying with exit code $code is restarted after $pauses s",
  {
    timeout: 60_000,
  },
  async ({ code, pauses }) => {
    const lost: Error[] = [];
    const logged: string[] = [];
    const running = supervise(program(`process.exit(${code})`), {
      log: (line) => logged.push(line),
      lost: (error) => lost.push(error),
    });
    running.startSucceeded();
    await until(() => logged.length + lost.length === pauses.length);
    await running.stop();
    expect(logged).toEqual(
      pauses.map((pause) => `The test program died with exit code ${code}: starting it again in ${pause} s.`),
    );
    expect(lost).toEqual([]);
  },
);

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

test("a program that is replaced retires once the next one has started, and is not started again when it has ended", async () => {
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
  await until(() => !isRunning(first as number));
  await running.stop();
  expect(notes().slice(5)).toEqual([`stopped ${third}`]);
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
  expect(notes().slice(2)).toEqual([`started ${third}`, `started ${second}`, `retires ${third}`]);
});

test("a program that has retired is stopped with the one that replaced it", async () => {
  const running = supervise({ ...program(RETIRES), retires: true }, { log: () => {}, lost: () => {} });
  await until(() => notes().length === 1);
  running.replace();
  await until(() => notes().length === 3);
  await running.stop();
  expect(
    notes()
      .slice(3)
      .map((note) => note.split(" ")[0]),
  ).toEqual(["stopped", "stopped"]);
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

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The lines written so far. A file that exists may still be empty: it is created before its first line is written. */
function notes(): string[] {
  const file = join(folder, "notes");
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}
