import { type ChildProcess, type SendHandle, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { wrongSetting } from "@gatepost/domain/platform/settings";
import { onStopRequest } from "@gatepost/domain/platform/signal";
import { type DrainReport, type SavedMessage, savesArgument, type WorkerMessage } from "@gatepost/domain/tasks/workers";

/** A program that runs as long as Gatepost does. */
export type Program = {
  name: string;
  script: string;
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Undefined: as the current user. */
  user?: { uid: number; gid: number } | undefined;
  /** Whether another process of it can start beside it: it says when it has started, and retires on SIGUSR2. */
  retires?: boolean;
  /** Whether it saves with its launcher what the process in its place needs if it dies. */
  saves?: boolean;
};

export type Supervised = ReturnType<typeof supervise>;

/** Starts a program, which ends with this one. */
function startProgram({ script, cwd, env, user, saves }: Program): ChildProcess {
  const follow = new URL("./follow-parent.ts", import.meta.url).href;
  return spawn(
    process.execPath,
    ["--import", follow, script, ...(saves ? [savesArgument + performance.timeOrigin] : [])],
    {
      ...user,
      cwd,
      env,
      // A session of its own: Ctrl-C reaches us only, and we decide who stops when.
      detached: true,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    },
  );
}

/** A handle of Node.js, as it comes with a message. */
type Handle = SendHandle & { close(): void };

/** What a process has saved, by name. Its handles stay open, whether it lives or not. */
class Saved {
  /** How many processes in a row have died with it, each soon. */
  deaths = 0;
  readonly #saved = new Map<string, { value: string; handle: Handle | undefined }>();

  get isEmpty(): boolean {
    return this.#saved.size === 0;
  }

  set(name: string, value: string, handle: Handle | undefined): void {
    this.delete(name);
    this.#saved.set(name, { value, handle });
  }

  delete(name: string): void {
    this.#saved.get(name)?.handle?.close();
    this.#saved.delete(name);
  }

  clear(): void {
    for (const name of [...this.#saved.keys()]) this.delete(name);
  }

  /** Sends all of it to the process that has started in its place; `isBeside`: beside another one. */
  sendTo(child: ChildProcess, isBeside: boolean): void {
    const ignore = () => {};
    for (const [saved, { value, handle }] of this.#saved)
      child.send({ saved, value } satisfies SavedMessage, handle, {}, ignore);
    child.send({ saved: "done", isBeside } satisfies SavedMessage, ignore);
  }
}

/** Called with what a stopping process of a program still has. */
type OnDrain = (draining: DrainReport, pid: number | undefined) => void;

/** The processes of a program: the newest, and those before it, which have retired and let their work end. */
class Processes {
  readonly #program: Program;
  readonly #onDrain: OnDrain;
  readonly #running = new Set<ChildProcess>();
  #newest: ChildProcess | undefined;
  /** Of the newest process, or of the one before it that has died. */
  #saved = new Saved();
  /** The process whose place the newest one takes once it has started, and what that has saved. */
  #replaced: { child: ChildProcess; saved: Saved } | undefined;
  hasStarted = false;
  isStopping = false;

  constructor(program: Program, onDrain: OnDrain = () => {}) {
    this.#program = program;
    this.#onDrain = onDrain;
  }

  start(): ChildProcess {
    // The process before it may live, and end its tasks itself.
    if (this.#newest && this.#running.has(this.#newest)) {
      this.#replaced = { child: this.#newest, saved: this.#saved };
      this.#saved = new Saved();
    }
    this.#newest = this.#start(this.#saved);
    return this.#newest;
  }

  #start(saved: Saved): ChildProcess {
    const startedAt = performance.now();
    const isBeside = this.#running.size > 0;
    const child = startProgram(this.#program);
    this.#running.add(child);
    if (this.#program.saves) saved.sendTo(child, isBeside);
    child.on("message", (said, handle) => {
      // Other programs than workers say other things.
      const message = Object(said) as WorkerMessage;
      if ("started" in message) {
        this.hasStarted = true;
        if (this.isNewest(child)) this.#retireOthers();
        else if (child !== this.#replaced?.child) child.kill("SIGUSR2");
      } else if ("save" in message) saved.set(message.save, message.value, handle as Handle | undefined);
      else if ("forget" in message) saved.delete(message.forget);
      else if ("draining" in message) this.#onDrain(message.draining, child.pid);
    });
    for (const event of ["error", "exit"]) child.once(event, () => this.#running.delete(child));
    child.once("exit", (code) => {
      saved.deaths = performance.now() - startedAt > longRunMs ? 1 : saved.deaths + 1;
      // One that has stopped left nothing.
      if (code === 0 || saved.deaths > maxResumes) saved.clear();
      else if (!this.isNewest(child) && !saved.isEmpty) void this.#goOn(child, saved);
    });
    return child;
  }

  /** Starts a process in place of one that has died and was not the newest. It retires too, unless the newest has not started yet. */
  async #goOn(dead: ChildProcess, saved: Saved): Promise<void> {
    await sleep(pauseBeforeRestart(saved.deaths, true));
    if (this.isStopping) return;
    const child = this.#start(saved);
    if (this.#replaced?.child === dead) this.#replaced = { child, saved };
  }

  /** Whether a process has started and saved something. */
  get hasSaved(): boolean {
    return this.hasStarted && !this.#saved.isEmpty;
  }

  /** Whether another process is to go on with what the newest has saved, which has died. Resolves when it may start. */
  async mayGoOn(): Promise<boolean> {
    if (this.hasSaved && !this.isStopping) await sleep(pauseBeforeRestart(this.#saved.deaths, true));
    return this.hasSaved && !this.isStopping;
  }

  /** Whether the process goes on whose place the newest was to take, which has died before it started. */
  goBack(): boolean {
    const replaced = this.#replaced;
    if (!replaced || !this.#running.has(replaced.child) || this.isStopping) return false;
    this.#replaced = undefined;
    this.#newest = replaced.child;
    this.#saved = replaced.saved;
    return true;
  }

  isNewest(child: ChildProcess): boolean {
    return child === this.#newest;
  }

  stop(): void {
    this.isStopping = true;
    for (const child of this.#running) child.kill("SIGTERM");
  }

  async ended(): Promise<void> {
    await Promise.all([...this.#running].map(end));
  }

  /** Ends them and all their processes at once. */
  kill(): void {
    for (const { pid } of this.#running) {
      if (pid === undefined) continue;
      try {
        process.kill(-pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    }
  }

  /** Called when the newest has started. */
  #retireOthers(): void {
    this.#replaced = undefined;
    for (const other of this.#running) if (!this.isNewest(other)) other.kill("SIGUSR2");
  }
}

interface Listeners {
  log: (line: string) => void;
  /** Called when it cannot be started. */
  lost: (error: Error) => void;
  drain?: OnDrain;
}

/**
 * Keeps a program running: starts it, and restarts it when it dies, after longer pauses if it keeps dying. Until its start
 * has succeeded, it is given up if a setting is wrong or it keeps dying. Later it is not, because whatever makes one
 * program die, such as a task's page, must not stop the others. A process that has retired is not restarted.
 */
export function supervise(program: Program, { log, lost, drain }: Listeners) {
  const { name } = program;
  const stopping = new AbortController();
  const processes = new Processes(program, drain);
  let succeeded = false;
  let deaths = 0;
  const start = () => void keep(processes.start());
  start();

  async function keep(child: ChildProcess): Promise<void> {
    const startedAt = performance.now();
    const { how, code } = await end(child);
    if (stopping.signal.aborted || !processes.isNewest(child)) return;
    deaths = performance.now() - startedAt > longRunMs ? 1 : deaths + 1;
    if (!succeeded && code === wrongSetting) {
      return lost(new Error(`The ${name} cannot start: the lines above say why.`));
    }
    if (!succeeded && deaths >= maxStarts) {
      return lost(new Error(`The ${name} keeps dying, the last time with ${how}: the lines above say why.`));
    }
    const pause = pauseBeforeRestart(deaths, processes.hasSaved);
    log(`The ${name} died with ${how}: starting it again in ${pause / 1_000} s.`);
    await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
    if (!stopping.signal.aborted && processes.isNewest(child)) start();
  }

  return {
    /** Whether a process of it has said that it has started. */
    hasStarted: () => processes.hasStarted,
    /** Called when the start succeeded. From then on, the program is restarted however often it dies. */
    startSucceeded() {
      succeeded = true;
    },
    /** Starts a program that retires once more; as soon as that process has started, the one before it retires. */
    replace() {
      if (program.retires && !stopping.signal.aborted) start();
    },
    /** Asks it to stop, and waits until it has. */
    async stop() {
      stopping.abort();
      processes.stop();
      await processes.ended();
    },
    /** Asks it a second time to stop: it then waits for nothing. */
    stopAtOnce() {
      stopping.abort();
      processes.stop();
    },
    /** Ends it and all its processes at once. */
    kill() {
      stopping.abort();
      processes.kill();
    },
  };
}

/** How a program ended, in words and by its exit code. */
function end(child: ChildProcess): Promise<{ how: string; code: number | null }> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ how: error.message, code: null }));
    child.once("exit", (code, signal) => resolve({ how: signal ? `signal ${signal}` : `exit code ${code}`, code }));
  });
}

/** Longer than the programs' own, so that they recognise a second request to stop. */
const echoMs = 1_000;

/**
 * Runs one program in the foreground until it ends, and passes requests to stop on to it. SIGUSR2 replaces one that retires. It is
 * restarted if it has saved something, so that its waits go on. Otherwise that is the task of systemd or whatever else runs this. One
 * that cannot be replaced, because the next one dies before it has started, goes on. Resolves with the exit code.
 */
export async function runProgram(program: Program): Promise<number> {
  const processes = new Processes(program);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const start = () => {
    const child = processes.start();
    child.once("error", reject);
    child.once("exit", async (code, signal) => {
      if (!processes.isNewest(child)) return;
      if (processes.goBack()) {
        const how = signal ? `signal ${signal}` : `exit code ${code}`;
        console.error(`The ${program.name} that was to take its place died with ${how}: the one before goes on.`);
        return;
      }
      // A process that has no handler yet dies of the request to stop.
      const isAsked = processes.isStopping && signal === "SIGTERM";
      if (signal && !isAsked) console.error(`The ${program.name} was ended by ${signal}.`);
      if (await processes.mayGoOn()) return start();
      // Those that have retired do not outlive it.
      processes.stop();
      await processes.ended();
      resolve(isAsked ? 0 : (code ?? 1));
    });
  };
  start();
  using _ = onStopRequest(() => processes.stop(), echoMs);
  const replace = () => program.retires && !processes.isStopping && start();
  process.on("SIGUSR2", replace);
  return await promise.finally(() => process.off("SIGUSR2", replace));
}

const firstPauseMs = 250;
const longestPauseMs = 30_000;

/** A program that ran for longer than this before it died is restarted as after its first death. */
const longRunMs = 60_000;

/** A start that failed this often in a row is given up. */
const maxStarts = 5;

/** A process that has saved something is started again before the lease of its waits ends. */
const longestPauseOfSavedMs = 2_000;

/** What was saved is given up if processes died so often in a row that went on with it: perhaps of something in it. */
const maxResumes = 25;

/** How long (ms) to wait before a program is restarted that died so many times in a row: twice as long each time. */
export function pauseBeforeRestart(deaths: number, hasSaved: boolean): number {
  return Math.min(hasSaved ? longestPauseOfSavedMs : longestPauseMs, firstPauseMs * 2 ** (deaths - 1));
}
