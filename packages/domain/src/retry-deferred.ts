import { type Failed, failed } from "./coalesce.ts";

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
