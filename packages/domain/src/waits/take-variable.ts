import type { Batch } from "../platform/coalesce.ts";
import { type AppContext, type Args, requireWorker } from "../platform/context.ts";
import { parseExactJson } from "../platform/exact-json.ts";
import type { Held } from "../platform/heartbeat.ts";
import type { Vault } from "../platform/vault.ts";
import { type BegunSteps, presentPlace, promptPlace, stepRows } from "../tasks/begun-steps.ts";
import { formText, type ValueForm } from "../templates/value-form.ts";
import { askAgainSql } from "./sql/ask-again.sql.ts";
import { type EnterWaitsRow, enterWaitsSql } from "./sql/enter-waits.sql.ts";
import { type FindWaitsRow, findWaitsSql } from "./sql/find-waits.sql.ts";

interface TakeVariableInput extends Held {
  name: string;
  /** From the first call for a wait; later calls keep the first deadline. */
  timeoutSeconds: number;
  /** A value that was pushed longer ago is discarded; the wait goes on for a fresh one. */
  maxAgeSeconds?: number;
  /** What the wait accepts; left out: what the first wait for the variable does. */
  form?: ValueForm;
  /** What is asked, if it has words of the site. */
  prompt?: string | undefined;
  /** Steps up to the wait that are not recorded yet; they are, with the wait. Only for a call that may enter it. */
  begun?: BegunSteps | undefined;
  /** The first call for a wait: there is nothing to find yet, which saves a statement. */
  isFirst?: boolean;
}

type TakenVariable =
  | { status: "taken"; value: unknown }
  /** `ticksLeft` until the deadline; 0 once it has passed. `wait` identifies this wait. */
  | { status: "waiting"; ticksLeft: number; wait: string }
  | { status: "gone" };

type Take = TakeVariableInput & { workerId: number };
type Row = FindWaitsRow | EnterWaitsRow;

const takeVariables: Batch<Take, TakenVariable, AppContext> = {
  name: "take_variables",
  max: 256,
  queue: 10_000,
  async run({ db, vault }, takes) {
    // A retry that has steps to record enters the wait again, which changes nothing if the first try was committed.
    const sought = takes.filter(({ isFirst, begun }) => !isFirst && !begun);
    const seen = settled(sought.length > 0 ? await db.run(findWaitsSql, { takes: sought }) : []);
    const open = takes.filter(({ taskId }) => !seen.has(taskId));
    const entered =
      open.length > 0
        ? settled(
            await db.run(enterWaitsSql, {
              takes: open.map((take) => waitOf(vault, take)),
              steps: open.flatMap((take) => (take.begun ? stepRows(vault, take, take.begun) : [])),
            }),
          )
        : seen;
    return takes.map(({ taskId, accountId, name }) => {
      const row = seen.get(taskId) ?? entered.get(taskId);
      if (row?.value)
        return { status: "taken", value: parseExactJson(vault.open(row.value, [accountId, taskId, name])) };
      if (!row || row.ticksLeft === null) return { status: "gone" };
      return { status: "waiting", ticksLeft: row.ticksLeft, wait: row.wait };
    });
  },
};

function waitOf(vault: Vault, take: Take) {
  const { accountId, taskId, name, prompt, form, begun } = take;
  return {
    ...take,
    timeout: take.timeoutSeconds,
    maxAge: take.maxAgeSeconds,
    prompt: prompt === undefined ? null : vault.seal(prompt, promptPlace(accountId, taskId, name)),
    form: form ? (formText(form) ?? "") : null,
    ...presentPlace(begun),
    maySubmit: begun?.maySubmit ?? false,
  };
}

function settled(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.filter(({ value, ticksLeft }) => value || ticksLeft !== null).map((row) => [row.taskId, row]));
}

/** Takes the value of a late variable, or enters the wait for it. */
export async function takeVariable({ ctx, input }: Args<TakeVariableInput>): Promise<TakenVariable> {
  const { actor, batch } = requireWorker(ctx);
  return batch(takeVariables, { ...input, workerId: actor.workerId });
}

interface AskAgainInput {
  taskId: number;
  fence: number;
  name: string;
  /** How often the template may ask for the value in total. */
  max: number;
  /**
   * Why the value that was taken is discarded: the site refused it; a repetition or another wait has used it, so attempts are
   * counted from 1 again; or it was pushed before its wait was reached, which does not accept it.
   */
  reason: "refused" | "used" | "unfit";
}

type AskedAgain = { status: "open"; attempt: number } | { status: "exhausted" | "gone" };

/**
 * The variable is awaited again, in the same session, after a refused value as the next attempt. Calling this again after a
 * response was lost finds the variable open.
 */
export async function askAgain({ ctx, input }: Args<AskAgainInput>): Promise<AskedAgain> {
  const { actor, db } = requireWorker(ctx);
  const { max: maxAttempts, ...asked } = input;
  const [found] = await db.run(askAgainSql, { ...asked, workerId: actor.workerId, maxAttempts });
  if (!found?.held) return { status: "gone" };
  return found.attempt === null ? { status: "exhausted" } : { status: "open", attempt: found.attempt };
}
