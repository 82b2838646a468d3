import { accessSync, constants } from "node:fs";
import { type Engine, engines } from "@gatepost/contract/browser-settings";
import type { ContextSettings } from "@gatepost/domain/tasks/task-settings";
import type { BrowserLease, BrowserPool, SavedLease } from "./browser-pool.ts";
import { Failure, NoBrowser } from "./failure.ts";

type Pools = Partial<Record<Engine, BrowserPool | undefined>>;

/** A task that needs a browser. */
interface BrowserRequest {
  /** Left out: the default engine. */
  engine?: Engine | undefined;
  accountId: number;
  context?: ContextSettings | undefined;
}

/** The browsers of a worker, with a pool for each of its engines. */
export class Browsers {
  readonly #pools: Pools;

  constructor(pools: Pools) {
    this.#pools = pools;
  }

  /** The engine of tasks that request none. */
  get default(): Engine {
    return engines.find((engine) => this.has(engine)) ?? engines[0];
  }

  has(engine: Engine): boolean {
    return this.#pools[engine] !== undefined;
  }

  /** Resolves when a browser of the default engine is ready. Rejects if none starts. */
  async warm(): Promise<void> {
    await this.#pools[this.default]?.warm();
  }

  /** A session in a browser of the requested engine. Rejects with a Failure if this worker does not have it, and with NoBrowser. */
  async take({ engine: asked = this.default, accountId, context }: BrowserRequest): Promise<BrowserLease> {
    const pool = this.#pools[asked];
    if (pool) return pool.take(accountId, context);
    throw new Failure(
      `The task asks for engine "${asked}", and this installation has no ${engineName(asked)}. Leave engine out, or have the operator install it.`,
    );
  }

  /** A session of the process before this one, in a browser that it has left. Rejects if it is gone. */
  async takeOver(saved: SavedLease, task: Omit<BrowserRequest, "engine">): Promise<BrowserLease> {
    const pool = this.#pools[saved.engine];
    if (!pool) throw new NoBrowser();
    return pool.takeOver(saved, task);
  }

  /** Closes all that the process before this one has left and that was not taken over. */
  async endLeft(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((pool) => pool?.endLeft()));
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((pool) => pool?.close()));
  }
}

/** The programs of the engines that a worker has. */
export type EnginePrograms = Partial<Record<Engine, string>>;

const programs: Record<Engine, { variable: string; name: string; usual: string }> = {
  shell: { variable: "GATEPOST_HEADLESS_SHELL", name: "headless shell", usual: "/usr/bin/chromium-headless-shell" },
  full: { variable: "GATEPOST_CHROMIUM", name: "Chromium", usual: "/usr/bin/chromium" },
};

/** The engine's name for people. */
export const engineName = (engine: Engine): string => programs[engine].name;

/**
 * The programs named in the environment, otherwise those in Debian's folders; `none` disables an engine. Throws one
 * sentence if a named program does not exist, or there is no engine at all.
 */
export function findPrograms(env: NodeJS.ProcessEnv): EnginePrograms {
  const found: EnginePrograms = {};
  for (const engine of engines) {
    const { variable, name, usual } = programs[engine];
    const named = env[variable];
    if (named === "none") continue;
    const program = named || usual;
    if (isProgram(program)) found[engine] = program;
    else if (named)
      throw new Error(
        `there is no ${name} at ${named}. Install one, set ${variable} to its program, or to none to do without.`,
      );
  }
  if (Object.keys(found).length > 0) return found;
  throw new Error(
    `there is no headless shell and no Chromium. Install one (on Debian: apt-get install chromium-headless-shell chromium), or set ${programs.shell.variable} or ${programs.full.variable} to its program.`,
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
