import { planning, required } from "@gatepost/db/connect";
import {
  migrationStatements,
  preparedStatements,
  type Refusal,
  refusedStatements,
  type Statement,
} from "./refused-statements.ts";
import { newScratchDatabase } from "./scratch-database.ts";

interface Tried {
  statements: number;
  /** What Gatepost does without. */
  optional: Refusal[];
  /** What it cannot do without. */
  refusals: Refusal[];
}

/** As `prisma migrate deploy` creates it before the first migration. */
const history = `
  create table _prisma_migrations (
    id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
    logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count int not null default 0
  )`;

/** Tries every statement of Gatepost in a new database of the server, which is dropped afterwards. */
export async function tryStatements(address: string): Promise<Tried> {
  const scratch = await newScratchDatabase(address);
  const settings = (texts: string[]): Statement[] =>
    texts.map((text) => ({ place: "packages/db/src/connect.ts", text }));
  try {
    const optional = await refusedStatements(scratch.url, settings(planning));
    const statements = [
      ...settings(required(30_000)),
      { place: "prisma migrate deploy", text: history },
      ...migrationStatements(),
      ...preparedStatements(),
    ];
    const refusals = await refusedStatements(scratch.url, statements);
    return { statements: planning.length + statements.length, optional, refusals };
  } finally {
    await scratch.drop();
  }
}

/** One line for a refusal, with the code of PostgreSQL and the beginning of the statement. */
export function sentenceOf({ place, code, message, text }: Refusal): string {
  return `${place}: ${code} ${message}\n    ${text.replaceAll(/\s+/g, " ").slice(0, 160)}`;
}
