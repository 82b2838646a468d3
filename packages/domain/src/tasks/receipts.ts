import type { Receipt } from "@gatepost/contract/running-task";
import { placedSteps } from "@gatepost/contract/step-paths";
import type { TemplateDocument } from "@gatepost/contract/steps";
import type { Actor, AppContext } from "../platform/context.ts";
import { readNames, variablesOf } from "../templates/requirements.ts";
import { documentCache } from "../templates/summary.ts";
import { getPushedVariablesSql } from "./sql/get-pushed-variables.sql.ts";
import type { GetTaskResultsRow } from "./sql/get-task-results.sql.ts";

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

/** Variables whose receipts are read with other tasks. */
export const maxPushed = 8;

type Task = Pick<GetTaskResultsRow, "pushed" | "step" | "ended" | "versionId">;

/** The receipts of a task of the account, the earliest first; undefined if nothing was pushed to it. */
export async function receiptsOf(
  app: AppContext,
  { accountId, taskId, caller }: { accountId: number; taskId: number; caller?: Actor },
  task: Task,
): Promise<Receipt[] | undefined> {
  let pushed = task.pushed as Pushed[] | null;
  if (!pushed) return undefined;
  if (pushed.length > maxPushed) {
    const [all] = await app.db.run(getPushedVariablesSql, { taskId });
    pushed = (all?.pushed ?? []) as Pushed[];
  }
  const by = pushed.flatMap(({ receipts }) => receipts.map(({ suppliedBy }) => suppliedBy ?? ""));
  const own = ownName(caller);
  const others = by.filter((pusher) => !own.has(pusher));
  const [found, document] = await Promise.all([
    findPushers(app.db, accountId, others),
    app.cache(documentCache).read(task.versionId),
  ]);
  const names = new Map([...own, ...found]);
  const receipts = pushed.flatMap(({ name, receipts, isSupplied }) => {
    const usedBy = (document && firstUses(document).get(name)) ?? Number.POSITIVE_INFINITY;
    return receipts.map(({ attempt, length, suppliedBy, suppliedAt, takenAt }, nth): Receipt => {
      const isOpen = isSupplied && task.ended === null && nth === receipts.length - 1;
      return {
        name,
        attempt,
        length: length ?? 0,
        pushedAt: Math.floor(suppliedAt),
        pushedBy: names.get(suppliedBy ?? "") ?? "unknown",
        outcome: takenAt !== null ? "taken" : isOpen ? "pushed" : "unused",
        ...(takenAt !== null && { takenAt: Math.floor(takenAt) }),
        ...(takenAt !== null && usedBy <= task.step && { usedBy }),
      };
    });
  });
  return receipts.toSorted((a, b) => a.pushedAt - b.pushedAt);
}

/** Most values are pushed with the key that asks for the result. */
function ownName(caller: Actor | undefined): ReadonlyMap<string, string> {
  if (!caller || !("keyName" in caller) || caller.keyName === undefined) return new Map();
  return new Map([[`key ${caller.keyId}`, caller.keyName]]);
}

const cache = new WeakMap<TemplateDocument, ReadonlyMap<string, number>>();

/** The step, from 1, that first uses each variable, itself or in a step that it nests. */
function firstUses(document: TemplateDocument): ReadonlyMap<string, number> {
  const found = cache.get(document);
  if (found) return found;
  const uses = new Map<string, number>();
  const reads = readNames(document.steps);
  for (const { step, path } of placedSteps(document.steps))
    for (const name of variablesOf(step, reads)) if (!uses.has(name)) uses.set(name, Number(path[0]) + 1);
  cache.set(document, uses);
  return uses;
}

/**
 * The names of those who pushed values to tasks of an account, as "key 12", "user …", "link 7" and "inbound 3" name them: a
 * key by its hint and its name, a person by email, an answer or live link and whom it was emailed to. Each has one.
 */
export async function findPushers({ prisma }: AppContext["db"], accountId: number, pushers: readonly string[]) {
  const idsOf = (kind: string) => pushers.filter((one) => one.startsWith(kind)).map((one) => one.slice(kind.length));
  const [keys, users, links] = [idsOf("key ").map(Number), idsOf("user "), idsOf("link ").map(Number)];
  const names = new Map(pushers.map((pusher) => [pusher, nameless(pusher)]));
  if (keys.length > 0)
    for (const { id, hint, name } of await prisma.apiKey.findMany({
      where: { id: { in: keys }, accountId },
      select: { id: true, hint: true, name: true },
    }))
      names.set(`key ${id}`, `key ${hint} (${name})`);
  if (users.length > 0)
    for (const { id, email } of await prisma.user.findMany({
      where: { id: { in: users }, accountId },
      select: { id: true, email: true },
    }))
      names.set(`user ${id}`, email);
  if (links.length > 0)
    for (const { id, name, emailAddress } of await prisma.answerLink.findMany({
      where: { id: { in: links }, accountId },
      select: { id: true, name: true, emailAddress: { select: { email: true } } },
    })) {
      const emailed = emailAddress ? `, emailed to ${emailAddress.email}` : "";
      // A link to the live page answers nothing.
      names.set(`link ${id}`, `${name === "" ? "live" : "answer"} link ${id}${emailed}`);
    }
  return names;
}

/** For what has been deleted, or has no name. */
function nameless(pusher: string): string {
  if (pusher.startsWith("key ")) return "a deleted key";
  if (pusher.startsWith("user ")) return "a person of the account";
  if (pusher.startsWith("link ")) return `answer ${pusher}`;
  return pusher.startsWith("inbound ") ? "inbound code" : "unknown";
}
