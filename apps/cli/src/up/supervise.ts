import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { wrongSetting } from "@gatepost/domain/platform/settings";
import { onStopRequest } from "@gatepost/domain/platform/stop-requests";

/** A program that runs as long as Gatepost does. */
export type Program = {
  name: string;
  script: string;
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Undefined: as the current user. */
  user?: { uid: number; gid: number } | undefined;
};

export type Supervised = {
  /** Called when the start succeeded. From then on, the program is restarted however often it dies. */
  startSucceeded(): void;
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<void>;
  /** Asks it a second time to stop: it then waits for nothing. */
  stopAtOnce(): void;
  /** Ends it and all its processes at once. */
  kill(): void;
};

/** Starts a program, which ends with this one. */
function startProgram({ script, cwd, env, user }: Program): ChildProcess {
  const follow = new URL("./follow-parent.ts", import.meta.url).href;
  return spawn(process.execPath, ["--import", follow, script], {
    ...user,
    cwd,
    env,
    // A session of its own: Ctrl-C reaches us only, and we decide who stops when.
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

interface Listeners {
  log: (line: string) => void;
  /** Called when it cannot be started. */
  lost: (error: Error) => void;
  /** Called with each message that it sends. */
  message?: (message: unknown) => void;
}

/**
 * Keeps a program running: starts it, and restarts it when it dies, after longer pauses if it keeps dying. Until its start
 * has succeeded, it is given up if a setting is wrong or it keeps dying. Later it is not, because whatever makes one
 * program die, such as a task's page, must not stop the others.
 */
export function supervise(program: Program, { log, lost, message = () => {} }: Listeners): Supervised {
  const { name } = program;
  const stopping = new AbortController();
  let succeeded = false;
  let deaths = 0;
  let startedAt = performance.now();
  let child: ChildProcess = start();
  const ended = keep();

  function start(): ChildProcess {
    return startProgram(program).on("message", message);
  }

  async function keep(): Promise<void> {
    for (;;) {
      const { how, code } = await end(child);
      if (stopping.signal.aborted) return;
      deaths = performance.now() - startedAt > longRunMs ? 1 : deaths + 1;
      if (!succeeded && code === wrongSetting) {
        return lost(new Error(`The ${name} cannot start: the lines above say why.`));
      }
      if (!succeeded && deaths >= maxStarts) {
        return lost(new Error(`The ${name} keeps dying, the last time with ${how}: the lines above say why.`));
      }
      const pause = pauseBeforeRestart(deaths);
      log(`The ${name} died with ${how}: starting it again in ${pause / 1_000} s.`);
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      startedAt = performance.now();
      child = start();
    }
  }

  return {
    startSucceeded() {
      succeeded = true;
    },
    async stop() {
      stopping.abort();
      child.kill("SIGTERM");
      await ended;
    },
    stopAtOnce() {
      stopping.abort();
      child.kill("SIGTERM");
    },
    kill() {
      stopping.abort();
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
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
 * Runs one program in the foreground until it ends, and passes requests to stop on to it. It is not restarted: that is the
 * task of systemd or whatever else runs this. Resolves with the exit code.
 */
export async function runProgram(program: Program): Promise<number> {
  const child = startProgram(program);
  using _ = onStopRequest(() => child.kill("SIGTERM"), echoMs);
  return await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (signal) console.error(`The ${program.name} was ended by ${signal}.`);
      resolve(code ?? 1);
    });
  });
}

const firstPauseMs = 250;
const longestPauseMs = 30_000;

/** A program that ran for longer than this before it died is restarted as after its first death. */
const longRunMs = 60_000;

/** A start that failed this often in a row is given up. */
const maxStarts = 5;

/** How long (ms) to wait before a program is restarted that died so many times in a row: twice as long each time. */
export function pauseBeforeRestart(deaths: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** (deaths - 1));
}
