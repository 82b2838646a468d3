import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { claim } from "@gatepost/db/embedded/process";
import { phase } from "../output/progress.mjs";
import { ROOT } from "../root.ts";
import { run } from "./run.ts";

const WEB = join(ROOT, "apps/web");
const STAMP = join(WEB, ".next/built-from");
const BUILDER = join(ROOT, ".scratch/web-builder");

/** Everything that a build reads: the app, the packages whose source it includes, and the versions of everything else. */
const SOURCES = ["apps/web/**/*", "packages/*/{src,generated}/**/*", "packages/*/package.json", "pnpm-lock.yaml"];
const NO_SOURCES = [
  "**/node_modules/**",
  "apps/web/{.next/**,next-env.d.ts}",
  // The packages that tests make, and one that the web app does not use.
  "packages/client/generated/**",
  "packages/conformance/**",
  "**/*.test.{ts,tsx}",
  "**/*.tsbuildinfo",
];

/** A digest of the inputs of a build. Undefined if the existing build was made from the same. */
export async function staleWeb(): Promise<string | undefined> {
  const hash = createHash("sha256");
  const files = globSync(SOURCES, { cwd: ROOT, exclude: NO_SOURCES, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(`\0${file.slice(ROOT.length)}\0`).update(await readFile(file));
  const sources = hash.digest("hex");
  if (existsSync(join(WEB, ".next/BUILD_ID")) && (await readFile(STAMP, "utf8").catch(() => "")) === sources)
    return undefined;
  return sources;
}

/** Builds the web app if its inputs have changed. Of several processes of this checkout, one does. */
export async function ensureWeb(signal?: AbortSignal): Promise<void> {
  if (!(await staleWeb())) return;
  await phase("building the web app", async (say) => {
    const release = await untilClaimed(BUILDER, { say, signal });
    try {
      const sources = await staleWeb();
      if (sources) await buildWeb(sources, signal);
    } finally {
      release();
    }
  });
}

const pollMs = 200;

/** Claims a file as soon as no other running process does. Returns a function that releases it. */
export async function untilClaimed(
  file: string,
  { say, signal }: { say: (detail: string) => void; signal?: AbortSignal | undefined },
): Promise<() => void> {
  for (;;) {
    let other: number | undefined;
    try {
      mkdirSync(dirname(file), { recursive: true });
      return claim(file, (pid) => {
        other = pid;
        return new Error();
      });
    } catch {
      // Where nothing can be written, the build says so.
      if (other === undefined) return () => {};
    }
    say(`process ${other} does it`);
    await sleep(pollMs, undefined, { signal });
  }
}

/** Builds the web app for production, and records its inputs. */
async function buildWeb(sources: string, signal?: AbortSignal): Promise<void> {
  const next = createRequire(join(WEB, "package.json")).resolve("next/dist/bin/next");
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;
  try {
    await run(process.execPath, [next, "build"], { cwd: WEB, env, signal });
  } catch (error) {
    signal?.throwIfAborted();
    const said = (error as Error).message.trim();
    throw new Error(`${said}\n\nThe web app could not be built; the lines above say why.`, { cause: error });
  }
  await finishChunks(join(WEB, ".next/static/chunks"));
  await writeFile(STAMP, sources);
}

/** Chrome's "explicit compile hint"; to other browsers it is a comment. */
const HINT = "//# allFunctionsCalledOnLoad\n";

const compress = promisify(brotliCompress);

/**
 * Makes browsers compile the scripts in a folder while they load, outside the page's own thread: without the hint they compile
 * each module when it is first called (P10: Lighthouse's performance is then 95 points instead of 99). Writes each file in
 * Brotli beside it too, which web processes send (P10: with Next.js's gzip, which is a seventh larger, or Brotli's quality 10, which is two
 * hundredths larger, the dashboard's scripts are over 260 KB).
 */
export async function finishChunks(folder: string): Promise<void> {
  const finish = async (name: string) => {
    const path = join(folder, name);
    let text = await readFile(path, "utf8");
    if (name.endsWith(".js") && !text.startsWith(HINT)) {
      text = HINT + text;
      await writeFile(path, text);
    }
    await writeFile(`${path}.br`, await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  };
  await Promise.all(globSync("**/*.{js,css}", { cwd: folder }).map(finish));
}
