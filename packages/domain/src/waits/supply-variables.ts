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
  | { status: "formUnchecked"; form: string };

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
    case "finished": {
      const taken = row.takenAt
        ? `A value of this variable was taken at ${row.takenAt.toISOString()}.`
        : "No value of this variable was taken.";
      return { status: "refused", code: "ERROR_TASK_FINISHED", description: `The task has already ended. ${taken}` };
    }
    case "unexpected":
      return { status: "refused", code: "ERROR_VARIABLE_NOT_EXPECTED", description: notExpectedText(row.names) };
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

/** The refusal of a name that is none of the task's late variables, which it lists. */
export async function notExpected({ db }: Pick<AppContext, "db">, taskId: number): Promise<DomainError> {
  const late = await db.prisma.variable.findMany({ where: { taskId }, select: { name: true } });
  const names = late.map(({ name }) => name).sort();
  return new DomainError("ERROR_VARIABLE_NOT_EXPECTED", notExpectedText(names.join(", ")));
}

/** `names`: the task's late variables, separated by commas; null or empty if it has none. */
export function notExpectedText(names: string | null): string {
  return `The task has no late variable of this name. ${names ? `It has: ${names}.` : "It has none."}`;
}
