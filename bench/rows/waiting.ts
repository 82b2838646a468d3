import { bytesOf, Connection } from "../load/connection.ts";
import { quantile } from "../statistics.ts";

/**
 * What a waiting side reports when it has a value. `at` is in nanoseconds of the machine's clock, which processes
 * share.
 */
export interface Taken {
  id: number;
  value: unknown;
  at: string;
}

/** Tasks or requests that wait for values, many at once, and get them over HTTP. */
export interface WaitingSource {
  /** Where values are pushed. */
  port: number;
  /** Starts `count` more; resolves with their ids when they wait. */
  admit(count: number): Promise<number[]>;
  /** The body that pushes a value. */
  pushBody(id: number, value: string): string;
  path: string;
  /** Calls `handle` with each value that was taken. */
  onTaken(handle: (taken: Taken) => void): void;
}

/** Milliseconds from sending a push to its value being taken. */
export interface Waited {
  p50: number;
  p99: number;
}

const connections = 32;

/** The tasks or requests of a source that wait for a value. */
export class WaitingCalls {
  readonly #source: WaitingSource;
  readonly #waiting: number[] = [];
  readonly #served = new Map<number, (taken: Taken) => void>();

  constructor(source: WaitingSource) {
    this.#source = source;
    source.onTaken((taken) => this.#served.get(taken.id)?.(taken));
  }

  /** Pushes one value after the other while that many wait. Each served one is replaced before the next push. */
  async serveOneByOne(size: number, samples: number): Promise<Waited> {
    const connection = await Connection.open(this.#source.port);
    const took: number[] = [];
    for (let sample = 0; sample < samples; sample++) {
      await this.#fill(size);
      const { sent, taken } = await this.#serve(connection);
      took.push(Number(taken - sent) / 1e6);
    }
    connection.close();
    return { p50: quantile(took, 0.5), p99: quantile(took, 0.99) };
  }

  /**
   * Pushes that many values at once, over 32 connections. Returns how many per second, from the first push to the last
   * value taken.
   */
  async serveAll(size: number): Promise<number> {
    await this.#fill(size);
    const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(this.#source.port)));
    const begin = process.hrtime.bigint();
    let end = begin;
    await Promise.all(
      open.map(async (connection) => {
        const unserved: Promise<void>[] = [];
        while (this.#waiting.length > 0) {
          const { answered, served } = this.#push(connection);
          unserved.push(
            served.then(({ taken }) => {
              if (taken > end) end = taken;
            }),
          );
          await answered;
        }
        await Promise.all(unserved);
      }),
    );
    for (const connection of open) connection.close();
    return size / (Number(end - begin) / 1e9);
  }

  async #fill(size: number): Promise<void> {
    const missing = size - this.#waiting.length;
    if (missing > 0) this.#waiting.push(...(await this.#source.admit(missing)));
  }

  async #serve(connection: Connection): Promise<{ sent: bigint; taken: bigint }> {
    const { answered, served } = this.#push(connection);
    await answered;
    return served;
  }

  /** `answered`: the push succeeded. `served`: the value that was sent has been taken. */
  #push(connection: Connection): { answered: Promise<void>; served: Promise<{ sent: bigint; taken: bigint }> } {
    const id = this.#waiting.shift() as number;
    const value = String(100_000 + (id % 900_000));
    const request = bytesOf({ verb: "POST", path: this.#source.path, body: this.#source.pushBody(id, value) });
    const received = new Promise<Taken>((resolve) => this.#served.set(id, resolve));
    const sent = process.hrtime.bigint();
    const answered = connection.send(request).then(({ body }) => {
      if (body.toString() !== '{"errorId":0,"status":"success"}') throw new Error(`A push was answered ${body}`);
    });
    const served = received.then(({ at, value: taken }) => {
      this.#served.delete(id);
      if (taken !== value) throw new Error(`${value} was pushed to ${id}, and ${taken} taken.`);
      return { sent, taken: BigInt(at) };
    });
    return { answered, served };
  }
}
