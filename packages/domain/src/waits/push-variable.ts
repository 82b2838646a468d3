import { type WaitKind, waitKinds } from "@gatepost/contract/steps/waits";
import { findAnswer, type IdempotencyKey, replay } from "../platform/answered-before.ts";
import { type Args, requireAnswerer } from "../platform/context.ts";
import { InvalidProperty, refuse } from "../platform/errors.ts";
import { typed } from "../platform/exact-json.ts";
import { enteredValue, expectedAnswer, storedFormProblem } from "../templates/value-form.ts";
import { type Supplied, supplyVariables } from "./supply-variables.ts";

interface PushVariableInput {
  taskId: number;
  name: string;
  /** Any JSON. */
  value: unknown;
  /** The open wait that the value answers, as wait_name names it; without it, whichever the task has. */
  wait?: string | undefined;
  idempotency?: IdempotencyKey | undefined;
}

/**
 * Supplies a late variable; resolves after commit (docs/contract.md, section 5). Throws ERROR_NO_SUCH_CAPCHA_ID,
 * ERROR_TASK_FINISHED, ERROR_VARIABLE_NOT_EXPECTED (also if the task has another wait now), ERROR_VARIABLE_ALREADY_SET,
 * ERROR_VARIABLE_REFUSED, ERROR_ACCESS_DENIED (the key is read-only or lacks the right).
 */
export async function pushVariable({ ctx, input }: Args<PushVariableInput>): Promise<void> {
  const { batch, vault } = ctx;
  const { taskId, name, value, wait, idempotency } = input;
  const { accountId, keyId, suppliedBy } = requireAnswerer(ctx, { taskId, name });
  const answer = await findAnswer(ctx, accountId, idempotency);
  if (answer) return void replay(answer);
  const text = typed(value);
  const supply = {
    accountId,
    keyId,
    taskId,
    name,
    value: vault.seal(JSON.stringify(value), [accountId, taskId, name]),
    fingerprint: vault.fingerprint(value, [accountId, taskId, name]),
    length: text.length,
    suppliedBy,
    wait: wait ?? null,
    idempotency: idempotency ?? null,
  };

  let checked: string | null = null;
  for (;;) {
    const outcome: Supplied = await batch(supplyVariables, { ...supply, checked });
    switch (outcome.status) {
      case "supplied":
        return;
      case "refused":
        return refuse(outcome);
      case "answered":
        return void replay(outcome);
      case "formUnchecked": {
        // The form is only known now; the second run names the one that the value was checked against.
        const problem = storedFormProblem(outcome.form, value, text);
        if (problem) {
          const sentence = expectedAnswer(outcome.form) ?? problem;
          throw new InvalidProperty("value", `${problem} The task still waits.`, sentence, "ERROR_VARIABLE_REFUSED");
        }
        checked = outcome.form;
      }
    }
  }
}

/** Pushes what a person entered, as a value of the kind that the wait declares; text where it declares none. */
export async function pushEntered({
  ctx,
  input: { entered, ...input },
}: Args<{ taskId: number; name: string; entered: string; wait?: string | undefined }>): Promise<void> {
  // Whose task it is, the push itself decides.
  const { taskId, name } = input;
  const variable = await ctx.db.prisma.variable.findUnique({
    where: { taskId_name: { taskId, name } },
    select: { form: true },
  });
  await pushVariable({ ctx, input: { ...input, value: enteredValue(kindOf(variable?.form), entered) } });
}

function kindOf(form: string | null | undefined): WaitKind {
  const declared: unknown = form?.startsWith("{") ? (JSON.parse(form) as { kind: unknown }).kind : null;
  return waitKinds.find((kind) => kind === declared) ?? "text";
}
