import { spawn } from "node:child_process";
import { existsSync, globSync, rmSync, statSync, utimesSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, dirname, join } from "node:path";

export const root = dirname(import.meta.dirname);

/** A check of the source, without running it. */
export interface Check {
  name: string;
  /** A program of node_modules/.bin. */
  program: string;
  args: string[];
  /** The root, if it is absent. */
  cwd?: string;
}

export interface Checked extends Check {
  passed: boolean;
  /** The program's output. */
  output: string;
  seconds: number;
}

export const formatCheck = "format, lint, import rules";

/**
 * Format, lint and import rules as one check, unused exports and circles of folders, and types: of the web app, for which Next.js changes
 * those of Node.js, and of all else together. The modules of .sql files were made before: bootstrap.mjs.
 */
function allChecks(): Check[] {
  return [
    { name: formatCheck, program: "biome", args: ["check", "--error-on-warnings"] },
    { name: "unused exports, circles of folders", program: "node", args: ["tests/structure.ts"] },
    ...["apps/web", "."].map((folder) => ({
      name: `types of ${folder === "." ? "everything else" : folder}`,
      program: "tsc",
      args: ["--project", folder, "--noEmit", "--pretty", "false"],
    })),
  ];
}

/** Runs them all, as many at once as there are processors: each may take half a gigabyte. `report` gets each as it ends. */
export async function runChecks(report: (checked: Checked) => void): Promise<Checked[]> {
  await writeRouteTypes(join(root, "apps/web"));
  const done: Checked[] = [];
  const waiting = allChecks();
  const runNext = async (): Promise<void> => {
    const check = waiting.shift();
    if (!check) return;
    const checked = await run(check);
    report(checked);
    done.push(checked);
    await runNext();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runNext));
  return done;
}

/** Next.js writes the types of its routes; a fresh clone does not have them, and they are wrong once a route is added or removed. */
async function writeRouteTypes(web: string): Promise<void> {
  if (!existsSync(join(web, "next.config.mjs"))) return;
  const written = join(web, ".next/types/routes.d.ts");
  // A folder changes when a file of it goes.
  const routes = globSync("src/app/**", { cwd: web, withFileTypes: true })
    .filter((one) => one.isDirectory() || /^(page|layout|route)\./.test(one.name))
    .map(({ parentPath, name }) => join(parentPath, name));
  const since = existsSync(written) ? statSync(written).mtimeMs : 0;
  if (routes.every((file) => statSync(file).mtimeMs < since)) return;
  await run({ name: "types of routes", program: "apps/web/node_modules/.bin/next", args: ["typegen"], cwd: web });
  if (existsSync(written)) utimesSync(written, new Date(), new Date());
  // With the state of its last run, tsc would not notice them.
  rmSync(join(web, "tsconfig.tsbuildinfo"), { force: true });
}

function run(check: Check): Promise<Checked> {
  const from = performance.now();
  const program = check.program.includes("/") ? check.program : `node_modules/.bin/${check.program}`;
  return new Promise((resolve) => {
    const child = spawn(join(root, program), check.args, {
      cwd: check.cwd ?? root,
      env: {
        ...process.env,
        // Programs of a package's own .bin find the Node.js of this checkout, not the machine's.
        PATH: [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter),
        FORCE_COLOR: process.stdout.isTTY ? "1" : "0",
        NEXT_TELEMETRY_DISABLED: "1",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    const end = (passed: boolean) => resolve({ ...check, passed, output, seconds: (performance.now() - from) / 1_000 });
    child.on("error", (error) => {
      output += error.message;
      end(false);
    });
    child.on("close", (code) => end(code === 0));
  });
}

/** One line for a passed check; the program's output for a failed one. */
export function describe({ name, passed, output, seconds }: Checked): string {
  const line = `${passed ? "✓" : "✗"} ${name} (${seconds.toFixed(1)} s)`;
  return passed ? line : `${line}\n${output.trimEnd()}\n`;
}
