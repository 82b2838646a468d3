import type { JsonSchema } from "@gatepost/contract/json-schema";

/** The properties of a request or response, nested ones by their path. */
export function SchemaTable({ schema, name }: { schema: JsonSchema; name: string }) {
  const rows = rowsOf(schema, "");
  if (rows.length === 0) return null;
  return (
    <dl aria-label={name} className="divide-y divide-line border-line border-y">
      {rows.map(({ path, type, required, description }) => (
        <div key={`${path} ${type}`} className="grid gap-x-4 py-2 sm:grid-cols-[14rem_minmax(0,1fr)]">
          <dt>
            <span className="font-mono text-13">{path}</span>
            <span className="block text-12 text-muted">
              {type}
              {required ? "" : ", optional"}
            </span>
          </dt>
          <dd className="whitespace-pre-line text-muted">{description.replaceAll("`", "")}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Row {
  path: string;
  type: string;
  required: boolean;
  description: string;
}

function rowsOf(schema: JsonSchema, prefix: string): Row[] {
  const branches = schema.anyOf ?? schema.oneOf;
  if (!schema.properties && branches) {
    const seen = new Set<string>();
    return branches.flatMap((one) => rowsOf(one, prefix)).filter(({ path }) => !seen.has(path) && seen.add(path));
  }
  return Object.entries(schema.properties ?? {}).flatMap(([key, one]) => {
    const path = prefix ? `${prefix}.${key}` : key;
    const inner = one.items?.properties ? rowsOf(one.items, `${path}[]`) : rowsOf(one, path);
    const row = {
      path,
      type: typeOf(one),
      required: schema.required?.includes(key) ?? false,
      description: one.description ?? "",
    };
    return [row, ...inner];
  });
}

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return [...new Set(branches.map(typeOf))].join(" or ");
  if (schema.type === "array") return `array of ${schema.items ? typeOf(schema.items) : "anything"}`;
  return schema.type === undefined ? "any JSON value" : [schema.type].flat().join(" or ");
}
