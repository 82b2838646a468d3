import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { User } from "@gatepost/db/embedded/user";

const path = `${process.env.PATH}:/usr/sbin:/usr/bin:/usr/lib/postgresql`;

/** The servers of a cluster, each with a folder and a log in one folder. */
interface Servers {
  /** A folder that only their user can read. */
  own(path: string): string;
  start(name: string, command: string, args: string[], env?: Record<string, string>): void;
  /** Stops one by SIGTERM, and starts it as before. Resolves once it has been started. */
  restart(name: string): Promise<void>;
  /** Starts one with further arguments, so that it takes over from the one that runs. Resolves once that one has ended. */
  replace(name: string, args: string[]): Promise<void>;
  signal(name: string, signal: NodeJS.Signals): void;
  /** Stops all, the last one first. */
  stop(): Promise<void>;
}

export function openServers(folder: string, user: User): Servers {
  const running = new Map<string, { child: ChildProcess; start(more?: string[]): ChildProcess }>();

  function own(path: string): string {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chownSync(path, user.uid, user.gid);
    return path;
  }

  function start(name: string, command: string, args: string[], env: Record<string, string> = {}): void {
    const begin = (more: string[] = []) => {
      const log = openSync(join(folder, `${name}.log`), "a");
      const cwd = own(join(folder, name));
      const stdio = ["ignore", log, log] as const;
      const child = spawn(command, [...more, ...args], {
        ...user,
        cwd,
        env: { PATH: path, HOME: cwd, ...env },
        stdio: [...stdio],
      });
      return child.on("error", () => {});
    };
    running.set(name, { child: begin(), start: begin });
  }

  async function end(child: ChildProcess): Promise<void> {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    await Promise.race([exited, sleep(20_000, undefined, { ref: false }).then(() => child.kill("SIGKILL"))]);
  }

  const find = (name: string) => {
    const found = running.get(name);
    if (!found) throw new Error(`There is no server ${name}.`);
    return found;
  };
  return {
    own,
    start,
    async restart(name) {
      const one = find(name);
      await end(one.child);
      one.child = one.start();
    },
    async replace(name, args) {
      const one = find(name);
      const before = one.child;
      const ended = once(before, "exit", { signal: AbortSignal.timeout(20_000) });
      one.child = one.start(args);
      await ended;
    },
    signal: (name, signal) => void find(name).child.kill(signal),
    async stop() {
      for (const { child } of [...running.values()].reverse()) await end(child);
    },
  };
}
