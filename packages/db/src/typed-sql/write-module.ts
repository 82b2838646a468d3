import { basename } from "node:path";
import type { TypedStatement } from "./type-statement.ts";

/** The TypeScript module of a statement, to be written beside its .sql file. */
export function writeModule(file: string, { text, params, columns, encoded }: TypedStatement): string {
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
