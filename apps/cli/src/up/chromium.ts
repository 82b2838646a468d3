import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { access, constants } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Engine, engines } from "@gatepost/contract/browser-settings";
import { aptCommands, browserPackages, onPath } from "./browser-packages.mjs";
import { run } from "./run.ts";

export type EnginePrograms = Partial<Record<Engine, string>>;

/** Where installers put the full browser on systems whose programs are not on the PATH. */
const USUAL_PLACES: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ],
  win32: ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].flatMap((folder) => {
    const base = process.env[folder];
    return base ? [join(base, "Google/Chrome/Application/chrome.exe")] : [];
  }),
};

/**
 * The program of an engine that starts: that of its setting, else the first of PATH, the usual places and Playwright's
 * own. Undefined where there is none or the setting is `none`; rejects where the setting names something else.
 */
export async function findEngine(engine: Engine): Promise<string | undefined> {
  const { variable, name, programs } = browserPackages[engine];
  const named = process.env[variable];
  if (named === "none") return undefined;
  if (named) {
    if (await starts(named)) return named;
    throw new Error(`${variable} is ${named}, which is no ${name} that starts: name another, or leave it out.`);
  }
  const usual = engine === "full" ? (USUAL_PLACES[process.platform] ?? []) : [];
  for (const program of [...onPath(programs), ...usual]) if (await starts(program)) return program;
  // Loaded only when it is needed: it costs a fifth of a second.
  const { chromium } = await import("playwright");
  const own = chromium.executablePath();
  const places = engine === "full" ? [own] : shellBeside(own);
  for (const program of places) if (await starts(program)) return program;
  return undefined;
}

/** Where Playwright puts the headless shell, whose folder is named as the full browser's. */
function shellBeside(chromium: string): string[] {
  const [folder] = /^.*?chromium-\d+(?=[\\/])/.exec(chromium) ?? [];
  const pattern = "*/{chrome-headless-shell,headless_shell}{,.exe}";
  const cwd = folder?.replace(/chromium-(\d+)$/, "chromium_headless_shell-$1");
  return cwd ? globSync(pattern, { cwd }).map((path) => join(cwd, path)) : [];
}

export async function findBrowsers(): Promise<EnginePrograms> {
  const found = await Promise.all(engines.map(async (engine) => [engine, await findEngine(engine)] as const));
  return Object.fromEntries(found.filter(([, program]) => program));
}

interface Installing {
  log?: (line: string) => void;
  signal?: AbortSignal;
  /** The engines that there must be; left out: one of them is enough. */
  required?: readonly Engine[];
}

/**
 * The browsers of this machine, with what is missing installed: by the system's packages as root, else, where there is no
 * browser at all, by Playwright. Rejects where a required one is missing then, or all of them.
 */
export async function ensureBrowsers({ log = () => {}, signal, required = [] }: Installing = {}) {
  let found = await findBrowsers();
  const wanted = engines.filter((engine) => process.env[browserPackages[engine].variable] !== "none");
  if (wanted.length === 0)
    throw new Error(
      "GATEPOST_HEADLESS_SHELL and GATEPOST_CHROMIUM are both none: tasks need a browser, so leave one out.",
    );
  const lacking = () => wanted.filter((engine) => !found[engine]);
  const failures: string[] = [];
  for (const { name, commands } of installers(lacking())) {
    const needed = lacking().some((engine) => required.includes(engine)) || Object.keys(found).length === 0;
    if (lacking().length === 0 || (name === "Playwright" && !needed)) break;
    log(`installing ${lacking().map(nameOf).join(" and ")} with ${name}`);
    try {
      for (const [program, ...args] of commands) await run(program, args, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      failures.push(`${name}: ${reasonIn((error as Error).message)}`);
    }
    found = await findBrowsers();
  }
  const missing = lacking();
  const reasons = failures.length > 0 ? ` could be installed (${failures.join("; ")})` : "";
  if (Object.keys(found).length === 0 || required.some((engine) => !found[engine]))
    throw new Error(
      `There is no ${missing.map(nameOf).join(" and no ")}, and none${reasons || " could be installed"}: install one (on Debian: apt-get install ${missing.flatMap((engine) => browserPackages[engine].packages).join(" ")}) and start again, or set ${missing.map((engine) => browserPackages[engine].variable).join(" or ")} to its program.`,
    );
  for (const engine of missing) log(`no ${nameOf(engine)}${reasons && `: none${reasons}`}`);
  return found;
}

const nameOf = (engine: Engine): string => browserPackages[engine].name;

interface Installer {
  name: string;
  commands: [program: string, ...args: string[]][];
}

function installers(missing: readonly Engine[]): Installer[] {
  const cli = join(dirname(createRequire(import.meta.url).resolve("playwright")), "cli.js");
  const playwright: Installer = { name: "Playwright", commands: [[process.execPath, cli, "install", "chromium"]] };
  const commands = aptCommands(missing.flatMap((engine) => browserPackages[engine].packages));
  return commands ? [{ name: "apt-get", commands }, playwright] : [playwright];
}

/** The line of an installer's output that gives the reason. */
function reasonIn(output: string): string {
  const lines = output.split("\n").flatMap((line) => line.trim() || []);
  const reason =
    lines.find((line) => /^E:|error|failed|unable|refused|denied/i.test(line)) ?? lines.at(-1) ?? "no reason";
  return reason.slice(0, 200);
}

/** Some systems have a program of that name which only explains how to install the real one. */
async function starts(program: string): Promise<boolean> {
  try {
    await access(program, constants.X_OK);
    // On Windows it would open a window.
    if (process.platform === "win32") return true;
    const { stdout } = await promisify(execFile)(program, ["--version"], { timeout: 20_000 });
    return /\d+\.\d+/.test(stdout);
  } catch {
    return false;
  }
}
