import { planning, required } from "@gatepost/db/connect";
import { HISTORY } from "@gatepost/db/migration/migrate";
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

/** Tries every statement of Gatepost in a new database of the server, which is dropped afterwards. */
export async function tryStatements(address: string): Promise<Tried> {
  const scratch = await newScratchDatabase(address);
  const settings = (texts: string[]): Statement[] =>
    texts.map((text) => ({ place: "packages/db/src/connect.ts", text }));
  try {
    const optional = await refusedStatements(scratch.url, settings(planning));
    const statements = [
      ...settings(required(30_000)),
      { place: "packages/db/src/migration/migrate.ts", text: HISTORY },
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
