import { DomainError } from "./errors.ts";

/**
 * A hot deed that is done for many at once: one statement, one commit, one answer each.
 * The definition itself is the identity of the batch; keep it at module level, it holds no state.
 */
export interface Batch<Input, Output, Ground = unknown> {
  name: string;
  /** Inputs that one run takes at most. */
  most: number;
  /** Inputs that may wait; over it a caller is told to come back. */
  queue: number;
  /** Answers every input, in order, after the commit. A rejection concerns all of them, and is tried again in halves. */
  run(ground: Ground, inputs: readonly Input[]): Promise<readonly Output[]>;
}

interface Waiting<Input, Output> {
  input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

/**
 * Natural batching: what arrives while a batch is in flight becomes the next one. There is no timer, so an
 * idle system answers at once, and a busy one pays a round trip and a commit per batch, not per call.
 */
export function coalesce<Input, Output, Ground>(
  kind: Batch<Input, Output, Ground>,
  ground: Ground,
  isShared: (error: unknown) => boolean = () => false,
): (input: Input) => Promise<Output> {
  let waiting: Waiting<Input, Output>[] = [];
  let inFlight = false;

  /** A poisoned input is found by halving, so that its neighbours are done; a fault of the ground concerns all. */
  async function settle(batch: readonly Waiting<Input, Output>[]): Promise<void> {
    try {
      const outputs = await kind.run(
        ground,
        batch.map((one) => one.input),
      );
      batch.forEach((one, index) => {
        one.resolve(outputs[index] as Output);
      });
    } catch (error) {
      if (batch.length === 1 || isShared(error)) {
        for (const one of batch) one.reject(error);
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await settle(batch.slice(0, middle));
      await settle(batch.slice(middle));
    }
  }

  async function drain(): Promise<void> {
    inFlight = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, kind.most);
      waiting = waiting.slice(kind.most);
      await settle(batch);
    }
    inFlight = false;
  }

  return (input) =>
    new Promise<Output>((resolve, reject) => {
      if (waiting.length >= kind.queue) {
        reject(
          new DomainError("ERROR_SERVICE_UNAVAILABLE", "Too many calls are waiting; nothing was done. Try again."),
        );
        return;
      }
      waiting.push({ input, resolve, reject });
      // On the next turn of the loop: calls that were read from sockets together travel together.
      if (!inFlight) {
        inFlight = true;
        setImmediate(drain);
      }
    });
}
