import { type Engine, engines } from "@gatepost/contract/engines";
import type { ContextSettings } from "@gatepost/domain/task/task-settings";
import { Failure } from "../runtime/failure.ts";
import type { BrowserLease, BrowserPool } from "./browser-pool.ts";
import { engineName } from "./engine-programs.ts";

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

  /**
   * A place in a browser of the requested engine. Rejects with a Failure if this worker does not have it, and with
   * NoBrowser.
   */
  async take({ engine: asked = this.default, accountId, context }: BrowserRequest): Promise<BrowserLease> {
    const pool = this.#pools[asked];
    if (pool) return pool.take(accountId, context);
    throw new Failure(
      `The task asks for engine "${asked}", and this installation has no ${engineName(asked)}. Leave engine out, or have the operator install it.`,
    );
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((pool) => pool?.close()));
  }
}
