import type { IdempotencyKey, StoredAnswer } from "../platform/answered-before.ts";
import { type Batch, deferred, retryDeferred, withoutTwins } from "../platform/coalesce.ts";
import type { AppContext } from "../platform/context.ts";
import { DomainError, type Refusal } from "../platform/errors.ts";
import { type SupplyVariablesRow, supplyVariablesSql } from "./sql/supply-variables.sql.ts";

interface Supply {
  accountId: number;
  /** Verified by the statement; null for a signed-in user. */
  keyId: number | null;
  taskId: number;
  name: string;
  value: Buffer;
  fingerprint: Buffer;
  length: number;
  /** By what it is pushed, as receipts say it: "key 12", "user …", "link 7". */
  suppliedBy: string;
  /** The declared pattern that the value was checked against and matches. */
  checked: string | null;
  /** The open wait that the value is for, as wait_name names it; null: whichever there is. */
  wait: string | null;
  idempotency: IdempotencyKey | null;
}

export type Supplied =
  | { status: "supplied" }
  | ({ status: "refused" } & Refusal)
  | ({ status: "answered" } & StoredAnswer)
  /** The wait declares a pattern: check the value against it and try again. */
  | { status: "formUnchecked"; form: string }
  /** The task has ended, or has no late variable of this name. */
  | { status: "finished" | "unexpected" };

/** Supplies late variables, each with its own result. */
export const supplyVariables: Batch<Supply, Supplied, AppContext> = {
  name: "supply_variables",
  max: 256,
  queue: 10_000,
  fairnessKey: ({ accountId }) => accountId,
  run: (app, supplies) => retryDeferred(supplies, (open) => supply(app, open)),
};

async function supply({ db }: AppContext, supplies: readonly Supply[]): Promise<(Supplied | typeof deferred)[]> {
  // Of several pushes for one variable, or with one Idempotency-Key, the later ones are deferred until the first one is decided.
  const first = withoutTwins(supplies, ({ accountId, taskId, name, idempotency }) => [
    JSON.stringify([accountId, taskId, name]),
    ...(idempotency ? [JSON.stringify([accountId, idempotency.key])] : []),
  ]);
  const rows = await db.run(supplyVariablesSql, {
    supplies: first.map((one, n) => ({
      ...one,
      n,
      meantFor: one.wait,
      key: one.idempotency?.key,
      keyFingerprint: one.idempotency?.fingerprint,
    })),
  });
  const answers = new Map(rows.map((row) => [first[row.n], toAnswer(row)] as const));
  return supplies.map((one) => answers.get(one) ?? deferred);
}

function toAnswer(row: SupplyVariablesRow): Supplied | typeof deferred {
  switch (row.status) {
    case "supplied":
    case "unchanged":
      return { status: "supplied" };
    case "answered":
      return { status: "answered", answer: row.answer ?? "", same: row.same ?? false };
    case "keyConflict":
      return deferred;
    case "formUnchecked":
      return { status: "formUnchecked", form: row.form ?? "" };
    case "unverified":
      return { status: "refused", code: "ERROR_KEY_DOES_NOT_EXIST" };
    case "unknown":
      return { status: "refused", code: "ERROR_NO_SUCH_CAPCHA_ID" };
    case "finished":
    case "unexpected":
      return { status: row.status };
    case "changed":
      return { status: "refused", code: "ERROR_VARIABLE_NOT_EXPECTED", description: changedQuestionText };
    case "taken":
      return { status: "refused", code: "ERROR_VARIABLE_ALREADY_SET" };
    case "refused":
      return {
        status: "refused",
        code: "ERROR_VARIABLE_REFUSED",
        description:
          "The site has just refused this very value. The task still waits for another one. If this one is right, the site may have refused another value that was sent with it.",
      };
  }
}

/** Said to a caller who answers a wait that is over, such as a person whose page still shows it. */
export const changedQuestionText = "The question has changed. Nothing was sent: look at what is asked now.";

type Db = Pick<AppContext, "db">;

/** The refusal of a name that is none of the task's late variables, which it lists. */
export async function notExpected({ db }: Db, taskId: number): Promise<DomainError> {
  const late = await db.prisma.variable.findMany({ where: { taskId }, select: { name: true } });
  const names = late.map(({ name }) => name).sort();
  const known = names.length > 0 ? `It has: ${names.join(", ")}.` : "It has none.";
  return new DomainError("ERROR_VARIABLE_NOT_EXPECTED", `The task has no late variable of this name. ${known}`);
}

/** The refusal of a value for a task that has ended, which says whether it took one of this variable. */
export async function taskFinished({ db }: Db, taskId: number, name: string): Promise<DomainError> {
  const variable = await db.prisma.variable.findUnique({
    where: { taskId_name: { taskId, name } },
    select: { takenAt: true, receipts: true },
  });
  const earlier = (variable?.receipts ?? []) as { takenAt: number | null }[];
  const last = Math.max(variable?.takenAt?.getTime() ?? 0, ...earlier.map(({ takenAt }) => (takenAt ?? 0) * 1_000));
  const taken =
    last > 0
      ? `A value of this variable was taken at ${new Date(last).toISOString()}.`
      : "No value of this variable was taken.";
  return new DomainError("ERROR_TASK_FINISHED", `The task has already ended. ${taken}`);
}
