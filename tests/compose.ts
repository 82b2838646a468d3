import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import { parse } from "yaml";

const file = join(dirname(import.meta.dirname), "compose.yaml");

export interface Service {
  command?: string[] | string;
  environment?: Record<string, string>;
  ports?: string[];
  healthcheck?: { test: string[] };
  deploy?: { resources?: { limits?: { memory?: string; pids?: number } } };
  image?: string;
  build?: { context: string; target?: string };
  stop_grace_period?: string;
  depends_on?: string[] | Record<string, { condition: string }>;
}

interface ComposeFile {
  services: Record<string, Service>;
}

/**
 * compose.yaml with the variables of `env` substituted, as `docker compose config` does it for the
 * forms in the file: ${NAME}, ${NAME:-default}, which nest, and ${NAME:?what to do}.
 */
export function readComposeFile(env: Record<string, string>): ComposeFile {
  const document = parse(readFileSync(file, "utf8"), { merge: true });
  return JSON.parse(JSON.stringify(document), (_, value) =>
    typeof value === "string" ? interpolate(value, env) : value,
  );
}

export const readCompose = (env: Record<string, string>) => readComposeFile(env).services;

/** The Compose specification's own schema, as the linter dclint ships it. */
const specification = join(dirname(import.meta.dirname), "node_modules/dclint/schemas/compose.schema.json");

/** What the Compose specification says against a file, each with its place; empty if nothing. */
export function composeProblems(document: ComposeFile): string[] {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, validateSchema: false });
  const validate = ajv.compile(JSON.parse(readFileSync(specification, "utf8")));
  validate(document);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

function interpolate(text: string, env: Record<string, string>): string {
  const innermost = /\$\{(\w+)(?::([-?])([^${}]*))?\}/;
  const [whole, name = "", operator, word] = innermost.exec(text) ?? [];
  if (whole === undefined) return text;
  const value = env[name] || (operator === "-" ? word : undefined);
  if (value === undefined) throw new Error(`compose.yaml needs ${name}.`);
  return interpolate(
    text.replace(whole, () => value),
    env,
  );
}

/** The services that stop before this one, because they depend on it. */
export function stopsAfter(services: Record<string, Service>, name: string): Set<string> {
  const before = new Set<string>();
  const visit = (one: string) => {
    for (const [other, { depends_on = [] }] of Object.entries(services)) {
      const needs = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
      if (!needs.includes(one) || before.has(other)) continue;
      before.add(other);
      visit(other);
    }
  };
  visit(name);
  return before;
}
