import type { Context } from "../context.ts";
import { requireWorker } from "../permission.ts";
import { askAgainSql } from "./ask-again.sql.ts";

interface AskAgainInput {
  taskId: number;
  fence: number;
  name: string;
  /** How often the template may ask for the value in total. */
  max: number;
  /** A repetition asks for its next value: no earlier one was refused, and attempts are counted from 1 again. */
  anew?: boolean;
}

type AskedAgain = { status: "open"; attempt: number } | { status: "exhausted" | "gone" };

/**
 * The site refused the value: the variable is awaited again, in the same session, as the next attempt. Calling this again
 * after a response was lost finds the variable open.
 */
export async function askAgain({ ctx, input }: { ctx: Context; input: AskAgainInput }): Promise<AskedAgain> {
  const { actor, db } = requireWorker(ctx);
  const { taskId, fence, name, max, anew = false } = input;
  const [found] = await db.run(askAgainSql, { taskId, fence, workerId: actor.workerId, name, maxAttempts: max, anew });
  if (!found?.held) return { status: "gone" };
  return found.attempt === null ? { status: "exhausted" } : { status: "open", attempt: found.attempt };
}
