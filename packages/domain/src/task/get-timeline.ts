import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireAccount } from "../permission.ts";
import { getTimelineSql } from "./get-timeline.sql.ts";

export interface TimelineStep {
  /** Which run of the task began it, from 1; claims that began no step are not counted. */
  run: number;
  /** From 1, as in the template; 0 is the opening of websiteURL. */
  number: number;
  type: string;
  startedAt: Date;
  endedAt: Date | null;
  outcome: "done" | "failed" | "stopped" | null;
  /** A masked PNG in base64, while it is kept. */
  picture: string | null;
}

/** What happened to a task of the account, step by step. ERROR_NO_SUCH_CAPCHA_ID for one that it does not have. */
export async function getTimeline({
  ctx,
  input,
}: {
  ctx: Context;
  input: { taskId: number };
}): Promise<TimelineStep[]> {
  const { actor, db, vault, settings } = requireAccount(ctx);
  const { accountId } = actor;
  const { taskId } = input;
  const rows = await db.run(getTimelineSql, { taskId, accountId, solutionSeconds: settings.solutionSeconds });
  if (rows.length === 0) throw new DomainError("ERROR_NO_SUCH_CAPCHA_ID");
  return rows.flatMap(({ number, type, startedAt, picture, ...step }) => {
    if (number === null || type === null || startedAt === null) return [];
    return {
      ...step,
      number,
      type,
      startedAt,
      picture: picture && vault.open(picture, [accountId, taskId, "picture"]),
    };
  });
}
