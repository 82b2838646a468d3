import type { Db } from "@gatepost/db/connect";
import { sealedCallbackSecretsSql } from "./sql/sealed-callback-secrets.sql.ts";
import { type SealedEndpointSecretsRow, sealedEndpointSecretsSql } from "./sql/sealed-endpoint-secrets.sql.ts";
import { sealedGivenSql } from "./sql/sealed-given.sql.ts";
import { type SealedMessagesRow, sealedMessagesSql } from "./sql/sealed-messages.sql.ts";
import { type SealedPicturesRow, sealedPicturesSql } from "./sql/sealed-pictures.sql.ts";
import { sealedPreviousCallbackSecretsSql } from "./sql/sealed-previous-callback-secrets.sql.ts";
import {
  type SealedPreviousEndpointSecretsRow,
  sealedPreviousEndpointSecretsSql,
} from "./sql/sealed-previous-endpoint-secrets.sql.ts";
import { type SealedPromptsRow, sealedPromptsSql } from "./sql/sealed-prompts.sql.ts";
import { type SealedSessionsRow, sealedSessionsSql } from "./sql/sealed-sessions.sql.ts";
import { sealedSolutionsSql } from "./sql/sealed-solutions.sql.ts";
import { type SealedStoredSecretsRow, sealedStoredSecretsSql } from "./sql/sealed-stored-secrets.sql.ts";
import { sealedValuesSql } from "./sql/sealed-values.sql.ts";

/** A column with values that the vault encrypted. */
interface SealedColumn {
  table:
    | "task"
    | "variable"
    | "task_step"
    | "callback_secret"
    | "stored_secret"
    | "task_session"
    | "inbound_message"
    | "event_endpoint";
  column: string;
  /** All its values, in the order of the primary key. */
  values(db: Db): AsyncGenerator<SealedValue>;
}

/** What an encrypted value is bound to, and the value. */
interface SealedRow {
  accountId: number;
  taskId: number;
  name: string;
  sealed: Uint8Array;
}

export interface SealedValue extends SealedRow {
  /** Replaces a value, unless it was changed meanwhile. */
  replace(next: Replacement): Promise<unknown>;
}

interface Replacement {
  sealed: Uint8Array;
  /** For a value that is JSON. */
  fingerprint(): Uint8Array;
}

/** Every column with encrypted values. A test compares the list with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedColumn({
    table: "task",
    column: "given",
    read: (db, after, limit) => db.run(sealedGivenSql, { afterTaskId: after?.taskId ?? 0, limit }),
    replace: (db, { taskId, sealed }, next) =>
      db.prisma.task.updateMany({ where: { id: taskId, given: bytes(sealed) }, data: { given: bytes(next.sealed) } }),
  }),
  sealedColumn({
    table: "task",
    column: "solution",
    read: (db, after, limit) => db.run(sealedSolutionsSql, { afterTaskId: after?.taskId ?? 0, limit }),
    replace: (db, { taskId, sealed }, next) =>
      db.prisma.task.updateMany({
        where: { id: taskId, solution: bytes(sealed) },
        data: { solution: bytes(next.sealed) },
      }),
  }),
  sealedColumn({
    table: "variable",
    column: "value",
    read: (db, after, limit) =>
      db.run(sealedValuesSql, { afterTaskId: after?.taskId ?? 0, afterName: after?.name ?? "", limit }),
    replace: (db, { taskId, name, sealed }, next) =>
      db.prisma.variable.updateMany({
        where: { taskId, name, value: bytes(sealed) },
        data: { value: bytes(next.sealed), fingerprint: bytes(next.fingerprint()), refused: null },
      }),
  }),
  sealedColumn<SealedPromptsRow>({
    table: "variable",
    column: "prompt",
    read: (db, after, limit) =>
      db.run(sealedPromptsSql, { afterTaskId: after?.taskId ?? 0, afterVariable: after?.variable ?? "", limit }),
    replace: (db, { taskId, variable, sealed }, next) =>
      db.prisma.variable.updateMany({
        where: { taskId, name: variable, prompt: bytes(sealed) },
        data: { prompt: bytes(next.sealed) },
      }),
  }),
  sealedColumn<SealedPicturesRow>({
    table: "task_step",
    column: "picture",
    read: (db, after, limit) =>
      db.run(sealedPicturesSql, { afterTaskId: after?.taskId ?? 0, afterStepId: after?.stepId ?? 0, limit }),
    replace: (db, { taskId, stepId, sealed }, next) =>
      db.prisma.taskStep.updateMany({
        where: { taskId, id: stepId, picture: bytes(sealed) },
        data: { picture: bytes(next.sealed) },
      }),
  }),
  sealedColumn({
    table: "callback_secret",
    column: "secret",
    read: (db, after, limit) => db.run(sealedCallbackSecretsSql, { afterAccountId: after?.accountId ?? 0, limit }),
    replace: (db, { accountId, sealed }, next) =>
      db.prisma.callbackSecret.updateMany({
        where: { accountId, secret: bytes(sealed) },
        data: { secret: bytes(next.sealed) },
      }),
  }),
  sealedColumn<SealedStoredSecretsRow>({
    table: "stored_secret",
    column: "value",
    read: (db, after, limit) => db.run(sealedStoredSecretsSql, { afterSecretId: after?.secretId ?? 0, limit }),
    replace: (db, { secretId, sealed }, next) =>
      db.prisma.storedSecret.updateMany({
        where: { id: secretId, value: bytes(sealed) },
        data: { value: bytes(next.sealed) },
      }),
  }),
  sealedColumn<SealedSessionsRow>({
    table: "task_session",
    column: "state",
    read: (db, after, limit) => db.run(sealedSessionsSql, { afterSessionId: after?.sessionId ?? 0, limit }),
    replace: (db, { sessionId, sealed }, next) =>
      db.prisma.taskSession.updateMany({
        where: { id: sessionId, state: bytes(sealed) },
        data: { state: bytes(next.sealed) },
      }),
  }),
  sealedColumn<SealedMessagesRow>({
    table: "inbound_message",
    column: "content",
    read: (db, after, limit) => db.run(sealedMessagesSql, { afterMessageId: after?.messageId ?? 0, limit }),
    replace: (db, { messageId, sealed }, next) =>
      db.prisma.inboundMessage.updateMany({
        where: { id: messageId, content: bytes(sealed) },
        data: { content: bytes(next.sealed) },
      }),
  }),
  sealedColumn<SealedEndpointSecretsRow>({
    table: "event_endpoint",
    column: "secret",
    read: (db, after, limit) => db.run(sealedEndpointSecretsSql, { afterEndpointId: after?.endpointId ?? 0, limit }),
    replace: (db, { endpointId, sealed }, next) =>
      db.prisma.eventEndpoint.updateMany({
        where: { id: endpointId, secret: bytes(sealed) },
        data: { secret: bytes(next.sealed) },
      }),
  }),
  sealedColumn<SealedPreviousEndpointSecretsRow>({
    table: "event_endpoint",
    column: "previous",
    read: (db, after, limit) =>
      db.run(sealedPreviousEndpointSecretsSql, { afterEndpointId: after?.endpointId ?? 0, limit }),
    replace: (db, { endpointId, sealed }, next) =>
      db.prisma.eventEndpoint.updateMany({
        where: { id: endpointId, previous: bytes(sealed) },
        data: { previous: bytes(next.sealed) },
      }),
  }),
  sealedColumn({
    table: "callback_secret",
    column: "previous",
    read: (db, after, limit) =>
      db.run(sealedPreviousCallbackSecretsSql, { afterAccountId: after?.accountId ?? 0, limit }),
    replace: (db, { accountId, sealed }, next) =>
      db.prisma.callbackSecret.updateMany({
        where: { accountId, previous: bytes(sealed) },
        data: { previous: bytes(next.sealed) },
      }),
  }),
];

/** A solution with its screenshots can be several megabytes. */
const batchSize = 20;

function sealedColumn<Row extends SealedRow>({
  read,
  replace,
  ...column
}: Pick<SealedColumn, "table" | "column"> & {
  read(db: Db, after: Row | undefined, limit: number): Promise<Row[]>;
  replace(db: Db, row: Row, next: Replacement): Promise<unknown>;
}): SealedColumn {
  return {
    ...column,
    async *values(db) {
      let rows: Row[] = [];
      do {
        rows = await read(db, rows.at(-1), batchSize);
        for (const row of rows) yield { ...row, replace: (next) => replace(db, row, next) };
      } while (rows.length === batchSize);
    },
  };
}

/** The form that Prisma accepts. */
function bytes(value: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(value);
}
