import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { openClient } from "../servers.ts";
import { readCatalog } from "./pg-types.ts";
import { readStatement } from "./read-statement.ts";
import { type TypedStatement, typeStatement } from "./type-statement.ts";

/** The modules of all .sql files below `folder`, typed by the migrated database at `url`. */
export async function generate(url: string, folder: string) {
  await using client = await openClient(url, "gatepost sql");
  const catalog = await readCatalog(client);
  /** The expected modules, by their files; null for one whose statement is gone. */
  const modules = new Map<string, string | null>();
  /** Sentences about statements that cannot be typed. */
  const problems: string[] = [];
  const names = new Set<string>();
  for (const file of filesOf(folder, "**/*.sql")) {
    try {
      // A name can only have one text on a connection.
      if (names.has(basename(file))) throw new Error("another folder has a statement of this name");
      names.add(basename(file));
      const statement = readStatement(readFileSync(join(folder, file), "utf8"));
      modules.set(`${file}.ts`, writeModule(file, await typeStatement(client, catalog, statement)));
    } catch (error) {
      problems.push(`${file}: ${(error as Error).message}`);
    }
  }
  for (const file of filesOf(folder, "**/*.sql.ts"))
    if (!existsSync(join(folder, file.replace(/\.ts$/, "")))) modules.set(file, null);
  return { modules, problems };
}

/** The files of `modules` that differ from what they should be. */
export function staleModules(folder: string, modules: ReadonlyMap<string, string | null>): string[] {
  return [...modules.keys()].filter((file) => {
    const path = join(folder, file);
    return (existsSync(path) ? readFileSync(path, "utf8") : null) !== modules.get(file);
  });
}

/** Migrations are SQL too, but not statements. */
function filesOf(folder: string, pattern: string): string[] {
  return globSync(pattern, { cwd: folder, exclude: ["**/node_modules/**", "**/migrations/**", "**/.*/**"] }).sort();
}

/** The TypeScript module of a statement, to be written beside its .sql file. */
function writeModule(file: string, { text, params, columns, encoded }: TypedStatement): string {
  const name = basename(file, ".sql");
  const verb = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const type = verb.charAt(0).toUpperCase() + verb.slice(1);
  const ids = columns.filter(({ isId }) => isId).map(({ name }) => name);
  const listed = columns.flatMap(({ name, values }) => (values ? [[name, values] as const] : []));
  return `// Made from ${name}.sql and the schema by \`npm run sql\`, and not committed: change those.
import type { Statement } from "@gatepost/db/statement";

${interfaceOf(`${type}Params`, params)}
${interfaceOf(
  `${type}Row`,
  columns.map((column) => ({ name: column.name, type: column.notNull ? column.type : `${column.type} | null` })),
)}
export const ${verb}Sql: Statement<${type}Params, ${type}Row> = {
  name: ${JSON.stringify(name.replaceAll("-", "_"))},
  params: ${JSON.stringify(params.map(({ name }) => name))},
${encoded.size > 0 ? `  encoded: ${JSON.stringify(Object.fromEntries(encoded))},\n` : ""}\
${ids.length > 0 ? `  ids: ${JSON.stringify(ids)},\n` : ""}\
  notNull: ${JSON.stringify(columns.filter(({ notNull }) => notNull).map(({ name }) => name))},
${listed.length > 0 ? `  oneOf: ${JSON.stringify(Object.fromEntries(listed))},\n` : ""}\
  text: \`
${text.replaceAll(/[\\`]|\$\{/g, "\\$&")}\`,
};
`;
}

function interfaceOf(name: string, properties: { name: string; type: string }[]): string {
  if (properties.length === 0) return `export type ${name} = Record<never, never>;\n`;
  return `export interface ${name} {\n${properties.map(({ name, type }) => `  ${name}: ${type};\n`).join("")}}\n`;
}
