import { DomainError } from "./errors.ts";
import { outsideRequests } from "./log.ts";
import { currentWork, observe, traced } from "./observations.ts";

/** Shared by all copies of this module in one process. */
const failed: unique symbol = Symbol.for("gatepost.failed") as never;

/** The result of an input that failed alone, while the others of its batch succeeded. */
type Failed = { readonly [failed]: unknown };

/**
 * A frequent action that is executed for many inputs at once: one statement, one commit,
 * one answer each. The definition object identifies the batch; keep it at module level. It has no state.
 */
export interface Batch<Input, Output, Shared = unknown> {
  name: string;
  /** Maximum number of inputs per run. */
  max: number;
  /** Maximum number of waiting inputs; beyond it, callers get ERROR_SERVICE_UNAVAILABLE. */
  queue: number;
  /**
   * The owner of an input. If more inputs wait than fit into a batch, keys are served round-robin, and no key
   * may fill more than half of the queue. If undefined, inputs are served in order of arrival.
   */
  fairnessKey?(input: Input): unknown;
  /** Answers every input, in order, after the commit. A rejection concerns all of them, and is tried again in halves. */
  run(app: Shared, inputs: readonly Input[]): Promise<readonly (Output | Failed)[]>;
}

interface Waiting<Input, Output> {
  input: Input;
  /** What the call is part of, if traces are made. */
  of: unknown;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

/**
 * Natural batching: what arrives while a batch is in flight becomes the next one. There is no timer, so an
 * idle system answers at once, and a busy one pays a round trip and a commit per batch, not per call.
 */
export function coalesce<Input, Output, Shared>(
  kind: Batch<Input, Output, Shared>,
  app: Shared,
  isShared: (error: unknown) => boolean = () => false,
): (input: Input) => Promise<Output> {
  let waiting: Waiting<Input, Output>[] = [];
  let underWay = false;
  let called = false;

  /**
   * Runs a batch and returns the result of each input. If a batch fails, halves of it are tried, so that one bad input
   * does not fail the others. An error that no single input causes fails all of them.
   */
  async function settle(batch: readonly Waiting<Input, Output>[]): Promise<() => void> {
    const inputs = batch.map((one) => one.input);
    try {
      const outputs = await kind.run(app, inputs);
      return () => {
        for (const [n, one] of batch.entries()) {
          const output = outputs[n] as Output | Failed;
          if (isFailed(output)) one.reject(output[failed]);
          else one.resolve(output);
        }
      };
    } catch (error) {
      if (batch.length === 1 || isShared(error))
        return () => {
          for (const one of batch) one.reject(error);
        };
      const middle = Math.ceil(batch.length / 2);
      const answers = [await settle(batch.slice(0, middle)), await settle(batch.slice(middle))];
      return () => {
        for (const answer of answers) answer();
      };
    }
  }

  function isDue(): boolean {
    return !underWay && waiting.length > 0;
  }

  async function dispatch(): Promise<void> {
    underWay = true;
    const batch = takeBatch();
    observe("batch", { name: kind.name, inputs: batch.length });
    const facts = { name: kind.name, inputs: batch.length, of: batch.map((one) => one.of) };
    const answer = await traced("batch", facts, () => settle(batch));
    underWay = false;
    if (!isDue()) return answer();
    // Send the next batch while the results of this one are delivered.
    void dispatch();
    setImmediate(answer);
  }

  function takeBatch(): Waiting<Input, Output>[] {
    const batch = kind.fairnessKey ? roundRobin(waiting, kind.max, kind.fairnessKey) : waiting.slice(0, kind.max);
    if (batch.length === waiting.length) waiting = [];
    else {
      const taken = new Set(batch);
      waiting = waiting.filter((one) => !taken.has(one));
    }
    return batch;
  }

  function isFull(input: Input): boolean {
    const half = kind.queue / 2;
    if (waiting.length < half || !kind.fairnessKey) return waiting.length >= kind.queue;
    const whose = kind.fairnessKey(input);
    return (
      waiting.length >= kind.queue || waiting.filter((one) => kind.fairnessKey?.(one.input) === whose).length >= half
    );
  }

  return (input) =>
    new Promise<Output>((resolve, reject) => {
      if (isFull(input)) {
        reject(
          new DomainError("ERROR_SERVICE_UNAVAILABLE", "Too many calls are waiting; nothing was done. Try again."),
        );
        return;
      }
      waiting.push({ input, of: currentWork.getStore(), resolve, reject });
      // On the next turn of the event loop, so that calls read from sockets in one turn share a batch.
      if (called || !isDue()) return;
      called = true;
      setImmediate(() => {
        called = false;
        if (isDue()) void outsideRequests(dispatch);
      });
    });
}

function isFailed(output: unknown): output is Failed {
  return typeof output === "object" && output !== null && failed in output;
}

/** The first input of each key, then the second of each, and so on. In order of arrival if all fit. */
function roundRobin<Input, Output>(
  waiting: readonly Waiting<Input, Output>[],
  max: number,
  fairnessKey: (input: Input) => unknown,
): Waiting<Input, Output>[] {
  if (waiting.length <= max) return [...waiting];
  const before = new Map<unknown, number>();
  const rounds: Waiting<Input, Output>[][] = [];
  for (const one of waiting) {
    const whose = fairnessKey(one.input);
    const position = before.get(whose) ?? 0;
    before.set(whose, position + 1);
    rounds[position] ??= [];
    rounds[position].push(one);
  }
  return rounds.flat().slice(0, max);
}

/** An input of a batch could not be decided yet because of another one. It is run again. */
export const deferred = Symbol("deferred");

/**
 * Runs a batch until each input has its result. Inputs returned as `deferred` are run again, in order. An error in such
 * a rerun affects only these, because the results of the others have been committed.
 */
export async function retryDeferred<Input, Output>(
  inputs: readonly Input[],
  run: (open: readonly Input[]) => Promise<(Output | typeof deferred)[]>,
): Promise<(Output | Failed)[]> {
  const outputs: (Output | Failed)[] = [];
  let open = inputs.map((input, index) => ({ input, index }));
  while (open.length > 0) {
    const answers = await run(open.map(({ input }) => input)).catch((error: unknown) => {
      if (open.length === inputs.length) throw error;
      return open.map((): Failed => ({ [failed]: error }));
    });
    const next: typeof open = [];
    open.forEach((one, n) => {
      const answer = answers[n];
      if (answer === deferred) next.push(one);
      else outputs[one.index] = answer as Output | Failed;
    });
    open = next;
  }
  return outputs;
}

/** The inputs none of whose keys an earlier one has. The others are to be deferred until that one is decided. */
export function withoutTwins<Input>(inputs: readonly Input[], keysOf: (input: Input) => readonly string[]): Input[] {
  const seen = new Set<string>();
  return inputs.filter((input) => {
    const keys = keysOf(input);
    const isTwin = keys.some((key) => seen.has(key));
    if (!isTwin) for (const key of keys) seen.add(key);
    return !isTwin;
  });
}
