import { limits, longestWait } from "@gatepost/contract/limits";
import { type WaitKind, waitKinds } from "@gatepost/contract/steps/waits";
import { findAnswer, type IdempotencyKey, replay } from "../platform/answered-before.ts";
import { type Args, requireAnswerer, requireCheckedAnswerer } from "../platform/context.ts";
import { DomainError, InvalidProperty, refuse } from "../platform/errors.ts";
import { typed } from "../platform/exact-json.ts";
import { readName } from "../platform/name.ts";
import { endByAccount } from "../tasks/cancel-task.ts";
import { isFinal } from "../tasks/states.ts";
import { enteredValue, expectedAnswer, storedFormProblem } from "../templates/value-form.ts";
import { extendWaitSql } from "./sql/extend-wait.sql.ts";
import { notExpected, type Supplied, supplyVariables, taskFinished } from "./supply-variables.ts";

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
      case "finished":
        throw await taskFinished(ctx, taskId, name);
      case "unexpected":
        throw await notExpected(ctx, taskId);
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

interface ExtendWaitInput {
  taskId: number;
  name: string;
  seconds: number;
  /** Whether they are added to the time that is left, up to a day in all; otherwise they count from now. */
  added?: boolean;
}

/**
 * Gives a wait more time, and its task's limit as much. A wait never ends sooner because of it. Returns when the wait will
 * end in Unix seconds, as far as can be predicted. ERROR_VARIABLE_NOT_EXPECTED unless the task waits for this variable
 * right now, ERROR_VARIABLE_ALREADY_SET once it has taken a value, ERROR_TASK_FINISHED after its end, ERROR_ACCESS_DENIED to
 * a link that has extended a wait as often as it may.
 */
export async function extendWait({ ctx, input }: Args<ExtendWaitInput>): Promise<{ expiresAt: number }> {
  const { taskId, name, seconds, added = false } = input;
  const { accountId, linkId } = requireCheckedAnswerer(ctx, input);
  const [found] = await ctx.db.run(extendWaitSql, {
    taskId,
    accountId,
    name,
    seconds,
    added,
    longest: longestWait,
    linkId,
    linkExtensions: limits.linkExtensions,
  });
  if (!found) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  if (found.expiresAt !== null) return { expiresAt: found.expiresAt };
  if (isFinal(found.state)) throw new DomainError("ERROR_TASK_FINISHED");
  if (linkId !== null && found.linkExtensions !== null && found.linkExtensions >= limits.linkExtensions)
    throw new DomainError("ERROR_ACCESS_DENIED", "This link has extended the wait as often as it may.");
  switch (found.variable) {
    case null:
      throw await notExpected(ctx, taskId);
    case "taken":
      throw new DomainError("ERROR_VARIABLE_ALREADY_SET", "The worker has already taken a value of this variable.");
    default:
      throw new DomainError(
        "ERROR_VARIABLE_NOT_EXPECTED",
        `The task does not wait for ${name} now. A wait can be extended while getTaskResult lists it in waiting.`,
      );
  }
}

/**
 * The person or program that was asked for a value declines: the task ends with ERROR_TASK_CANCELED and the reason, also
 * if a value was pushed that no worker has taken. Declining it again changes nothing. ERROR_VARIABLE_ALREADY_SET once the
 * worker has taken a value, ERROR_VARIABLE_NOT_EXPECTED if the task has no such late variable, ERROR_TASK_FINISHED after
 * another end.
 */
export async function declineVariable({ ctx, input }: Args<{ taskId: number; name: string; reason: string }>) {
  const { taskId, name } = input;
  const { accountId } = requireCheckedAnswerer(ctx, input);
  const status = await endByAccount(ctx, {
    accountId,
    taskId,
    unlessTaken: name,
    end: `A value for ${name} was declined: `,
    reason: readName("reason", input.reason, 500),
  });
  if (status === "supplied")
    throw new DomainError("ERROR_VARIABLE_ALREADY_SET", "The worker has already taken a value of this variable.");
  if (status === "unexpected") throw await notExpected(ctx, taskId);
}
