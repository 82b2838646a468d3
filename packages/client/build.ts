import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { errorCodes, errors } from "@gatepost/contract/errors";
import { openApi } from "@gatepost/contract/openapi";
import openapiTypes, { astToString } from "openapi-typescript";
import { build as bundle } from "rolldown";
import { afterLoss, createTaskProperties } from "./src/methods.ts";

const root = join(import.meta.dirname, "../..");

/** The source without imports from the workspace, which is compiled to the package. */
const source = join(import.meta.dirname, "generated/source");

/** What is published. */
export const packageFolder = join(import.meta.dirname, "generated/package");

/** Builds the package: plain ES modules with types, a README and a licence, without dependencies. */
async function build(): Promise<void> {
  rmSync(join(import.meta.dirname, "generated"), { recursive: true, force: true });
  for (const folder of [source, packageFolder]) mkdirSync(folder, { recursive: true });
  for (const file of globSync("*.ts", { cwd: join(import.meta.dirname, "src"), exclude: ["*.test.ts"] }))
    cpSync(join(import.meta.dirname, "src", file), join(source, file));
  writeFileSync(join(source, "methods.ts"), await methodsModule());
  writeFileSync(join(source, "tsconfig.json"), JSON.stringify(compiler));
  // Comments are read in the types, where editors show them.
  compile("--removeComments", "--declaration", "false");
  compile("--emitDeclarationOnly");
  for (const file of globSync("*.{js,d.ts}", { cwd: packageFolder })) {
    const text = readFileSync(join(packageFolder, file), "utf8");
    // tsc leaves the endings of imports in declarations as they are. Without indentation, the package is a tenth smaller.
    writeFileSync(join(packageFolder, file), text.replace(/(?<= from "\.\/\w+)\.ts"/g, '.js"').replace(/^ +/gm, ""));
  }
  await buildCommandLine();
  const readme = readFileSync(join(import.meta.dirname, "README.md"), "utf8");
  // Whoever reads it there has the package.
  writeFileSync(join(packageFolder, "README.md"), readme.replace(/^It is not on npm yet\..*\n.+\n/m, ""));
  cpSync(join(root, "LICENSE"), join(packageFolder, "LICENSE"));
  writeFileSync(join(packageFolder, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/** The callers' commands as one file that imports the library beside it; what the operator's commands need is left out. */
async function buildCommandLine(): Promise<void> {
  await bundle({
    input: join(root, "apps/cli/src/callers.ts"),
    platform: "node",
    plugins: [
      { name: "library", resolveId: (id) => (id === "gatepost" ? { id: "./index.js", external: true } : null) },
    ],
    treeshake: { moduleSideEffects: (id) => id.includes("/callers.ts") },
    transform: { target: "es2022" },
    output: {
      file: join(packageFolder, commandLine),
      format: "esm",
      codeSplitting: false,
      minify: true,
      banner: "#!/usr/bin/env node",
    },
    logLevel: "warn",
  });
}

const commandLine = "command-line.js";

function compile(...options: string[]): void {
  execFileSync(join(root, "node_modules/.bin/tsc"), ["--project", source, ...options], { stdio: "inherit" });
}

const compiler = {
  extends: join(root, "tsconfig.base.json"),
  compilerOptions: {
    target: "es2022",
    lib: ["es2024", "dom", "dom.iterable"],
    types: [],
    noEmit: false,
    declaration: true,
    stripInternal: true,
    rewriteRelativeImportExtensions: true,
    rootDir: ".",
    outDir: packageFolder,
  },
  include: ["*.ts"],
};

/** The client adds the key. */
function withoutKey({ properties = {}, required = [], ...schema }: Json): Json {
  const { clientKey: _, ...own } = properties;
  return { ...schema, properties: own, required: required.filter((name) => name !== "clientKey") };
}

interface Json {
  properties?: Record<string, unknown>;
  required?: string[];
}

/** What `src/methods.ts` takes from the contract, as types and values of their own. */
async function methodsModule(): Promise<string> {
  const document = openApi() as { components: { schemas: Record<string, Json> } };
  const schemas = Object.entries(document.components.schemas).filter(([name]) => !(name in errors));
  const types = await openapiTypes(
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Gatepost", version: "1" },
      paths: {},
      components: { schemas: Object.fromEntries(schemas.map(([name, one]) => [name, withoutKey(one)])) },
    }),
    { excludeDeprecated: true },
  );
  const union = (names: readonly string[]) => names.map((name) => JSON.stringify(name)).join(" | ");
  const schema = (name: string) => `components["schemas"]["${name}"]`;
  return [
    astToString(types.filter((node) => "name" in node && (node.name as { text: string }).text === "components"))
      .replace(/^export /, "")
      .replaceAll("@description ", "")
      // What the document has none of, such as headers.
      .replace(/^ *\w+: never;\n/gm, "")
      .replaceAll(" & (unknown & unknown)", "")
      // The first line says what it is; tags repeat what the type says.
      .replace(/\/\*\*\n *\* (.*)\n[\s\S]*?\*\//g, "/** $1 */")
      .replace(/^ *\/\*\* (?:@.*|0: success\.) \*\/\n/gm, ""),
    `export type ErrorCode = ${union(errorCodes)};`,
    // The union of their names would take a hundredth of the package.
    `export type MethodName = keyof components["schemas"] extends infer Name ? Name extends \`\${infer Method}Request\` ? Method : never : never;`,
    `export type Requests = { [Name in MethodName]: components["schemas"][\`\${Name}Request\`] };`,
    `export type Responses = { [Name in MethodName]: components["schemas"][\`\${Name}Response\`] };`,
    `export type ErrorDetails = Partial<Pick<${schema("InvalidTemplate")}, "problems"> & Pick<${schema("FailedTask")}, "failure" | "partial">>;`,
    '/** @internal */ export type AfterLoss = "repeat" | "with key" | "give up";',
    `/** @internal */ export const afterLoss: Record<MethodName, AfterLoss> = ${JSON.stringify(afterLoss)};`,
    `/** @internal */ export const createTaskProperties: string[] = ${JSON.stringify(createTaskProperties)};`,
    "",
  ].join("\n");
}

function manifest(): object {
  const { version, description, license } = JSON.parse(readFileSync(join(import.meta.dirname, "package.json"), "utf8"));
  return {
    // `gatepost` is another project's package on npm: docs/decisions/2026-11-27-names-of-the-clients.md.
    name: "@gatepost/client",
    version,
    description,
    license,
    type: "module",
    sideEffects: [`./${commandLine}`],
    bin: { gatepost: commandLine },
    engines: { node: ">=20.3" },
    exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await build();
