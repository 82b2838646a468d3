import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readStatement } from "@gatepost/db/typed-sql/read-statement";
import pg from "pg";
import { root } from "../checks.ts";
import { splitScript } from "./split-script.ts";

export interface Statement {
  /** The file and the line. */
  place: string;
  text: string;
}

export interface Refusal extends Statement {
  code: string;
  message: string;
}

/** Each statement of each migration, in their order. */
export function migrationStatements(): Statement[] {
  return globSync("prisma/migrations/*/migration.sql", { cwd: root })
    .sort()
    .flatMap((file) =>
      splitScript(readFileSync(join(root, file), "utf8")).map(({ line, text }) => ({ place: `${file}:${line}`, text })),
    );
}

/** Each statement of the domain and of packages/db, to be prepared: a server then reads it, and runs nothing. */
export function preparedStatements(): Statement[] {
  return globSync("packages/*/src/**/*.sql", { cwd: root, exclude: ["**/typed-sql/**"] })
    .sort()
    .map((file, n) => ({
      place: file,
      text: `PREPARE statement_${n} AS ${readStatement(readFileSync(join(root, file), "utf8")).text}`,
    }));
}

/** Runs the statements one after the other, each in a transaction of its own, and returns those that the server refuses. */
export async function refusedStatements(url: string, statements: readonly Statement[]): Promise<Refusal[]> {
  const client = new pg.Client({ connectionString: url, application_name: "gatepost test" });
  await client.connect();
  const refusals: Refusal[] = [];
  try {
    for (const statement of statements)
      try {
        await client.query(statement.text);
      } catch (error) {
        if (!(error instanceof pg.DatabaseError)) throw error;
        refusals.push({ ...statement, code: error.code ?? "", message: error.message });
      }
    return refusals;
  } finally {
    await client.end();
  }
}
