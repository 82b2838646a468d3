import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { planning, required } from "@gatepost/db/connect";
import { HISTORY } from "@gatepost/db/migration/migrate";
import { readStatement } from "@gatepost/db/typed-sql/read-statement";
import pg from "pg";
import { root } from "../checks.ts";
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

interface Statement {
  /** The file and the line. */
  place: string;
  text: string;
}

interface Refusal extends Statement {
  code: string;
  message: string;
}

/** Each statement of each migration, in their order. */
function migrationStatements(): Statement[] {
  return globSync("prisma/migrations/*/migration.sql", { cwd: root })
    .sort()
    .flatMap((file) =>
      splitScript(readFileSync(join(root, file), "utf8")).map(({ line, text }) => ({ place: `${file}:${line}`, text })),
    );
}

/** Each statement of the domain and of packages/db, to be prepared: a server then reads it, and runs nothing. */
function preparedStatements(): Statement[] {
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

/**
 * Comments, strings, quoted names and the bodies of functions, in which a semicolon ends nothing. A body in SQL goes from
 * BEGIN ATOMIC to an END at the beginning of a line.
 */
const tokens =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|\bbegin\s+atomic\b[\s\S]*?^end\b|;/gim;

/** The statements of a script with the line on which each begins, from 1. */
export function splitScript(script: string): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  let from = 0;
  const end = (to: number) => {
    const text = script.slice(from, to).replace(/^(?:\s+|--[^\n]*|\/\*[\s\S]*?\*\/)+/, "");
    if (text !== "") found.push({ line: script.slice(0, to - text.length).split("\n").length, text: text.trimEnd() });
  };
  for (const { 0: token, index } of script.matchAll(tokens)) {
    if (token !== ";") continue;
    end(index);
    from = index + 1;
  }
  end(script.length);
  return found;
}
