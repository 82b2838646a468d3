import type { Step } from "@gatepost/contract/steps";
import type { AppContext } from "../context.ts";
import type { GetTaskResultsRow } from "./get-task-results.sql.ts";

/** The outcome of a value that was pushed, never the value. Times are in Unix seconds. */
export interface Receipt {
  name: string;
  /** How often the template had asked for it. */
  attempt: number;
  /** Characters of the value as it is typed into a page. */
  length: number;
  pushedAt: number;
  /** A key by its hint and its name, a person by email, an answer link and whom it was emailed to, or "inbound code". */
  pushedBy: string;
  /** `pushed`: no worker has taken it yet. `unused`: replaced, too old, or wiped at the task's end. */
  outcome: "pushed" | "taken" | "unused";
  takenAt?: number;
  /** The step that used it first, counted from 1 as in `progress.step`. */
  usedBy?: number;
}

/** A variable with the outcomes of its values, as get-task-results.sql and the function with_receipt write it. */
interface Pushed {
  name: string;
  receipts: {
    attempt: number;
    length: number | null;
    suppliedBy: string | null;
    suppliedAt: number;
    takenAt: number | null;
  }[];
  /** Whether the last value waits for the task. */
  isSupplied: boolean;
}

type Task = Pick<GetTaskResultsRow, "pushed" | "step" | "ended" | "versionId">;

/** The receipts of a task of the account, the earliest first; undefined if nothing was pushed to it. */
export async function receiptsOf(app: AppContext, accountId: number, task: Task): Promise<Receipt[] | undefined> {
  const pushed = task.pushed as Pushed[] | null;
  if (!pushed) return undefined;
  const { steps } = await app.documents.read(task.versionId);
  const receipts = pushed.flatMap(({ name, receipts, isSupplied }) => {
    const usedBy = steps.slice(0, task.step).findIndex((step) => usesVariable(step, name)) + 1;
    return receipts.map(async ({ attempt, length, suppliedBy, suppliedAt, takenAt }, nth): Promise<Receipt> => {
      const isOpen = isSupplied && task.ended === null && nth === receipts.length - 1;
      return {
        ...{ name, attempt, length: length ?? 0, pushedAt: Math.floor(suppliedAt) },
        pushedBy: await app.pushers.read({ accountId, suppliedBy: suppliedBy ?? "" }),
        outcome: takenAt !== null ? "taken" : isOpen ? "pushed" : "unused",
        ...(takenAt !== null && { takenAt: Math.floor(takenAt) }),
        ...(takenAt !== null && usedBy > 0 && { usedBy }),
      };
    });
  });
  return (await Promise.all(receipts)).toSorted((a, b) => a.pushedAt - b.pushedAt);
}

/** Whether a step, or one that it nests, has the variable in a parameter or in a text. */
function usesVariable(step: Step, name: string): boolean {
  const text = JSON.stringify(step);
  return (
    text.includes(`{"variable":${JSON.stringify(name)}}`) || text.includes(`{{${JSON.stringify(name).slice(1, -1)}}}`)
  );
}
