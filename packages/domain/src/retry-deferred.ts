import { type Failed, failed } from "./coalesce.ts";

/** Says that this input of a batch could not be decided yet, because of another one; it is asked again. */
export const deferred = Symbol("deferred");

/**
 * Runs a batch until each input has its answer. Inputs that come back as `deferred` are run once more, in order. An error
 * then is theirs alone: what the others were told has been committed.
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
