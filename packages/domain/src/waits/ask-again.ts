import { type Args, requireWorker } from "../platform/context.ts";
import { askAgainSql } from "./sql/ask-again.sql.ts";

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
  const { taskId, fence, name, max, reason } = input;
  const [found] = await db.run(askAgainSql, {
    taskId,
    fence,
    workerId: actor.workerId,
    name,
    maxAttempts: max,
    reason,
  });
  if (!found?.held) return { status: "gone" };
  return found.attempt === null ? { status: "exhausted" } : { status: "open", attempt: found.attempt };
}
