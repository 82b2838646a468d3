import { execFile } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { run } from "./run.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/** Where installers put it on systems whose programs are not on the PATH. */
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
 * The program of a Chromium or Chrome that starts: GATEPOST_CHROMIUM, else the first of PATH, the usual places and
 * Playwright's own. Undefined when there is none; rejects when GATEPOST_CHROMIUM names something else.
 */
export async function findChromium(): Promise<string | undefined> {
  const asked = process.env.GATEPOST_CHROMIUM;
  if (asked) {
    if (await starts(asked)) return asked;
    throw new Error(`GATEPOST_CHROMIUM is ${asked}, which is no Chromium that starts: name another, or leave it out.`);
  }
  for (const program of usual()) if (await starts(program)) return program;
  // Loaded only when it is needed: it costs a fifth of a second.
  const { chromium } = await import("playwright");
  const own = chromium.executablePath();
  return (await starts(own)) ? own : undefined;
}

/** The same, installed when there is none: by the system's packages as root, else by Playwright. */
export async function ensureChromium({
  log = () => {},
  signal,
}: {
  log?: (line: string) => void;
  signal?: AbortSignal;
} = {}): Promise<string> {
  const found = await findChromium();
  if (found) return found;
  const failures: string[] = [];
  for (const [name, commands] of installers()) {
    log(`installing Chromium with ${name}`);
    try {
      for (const [program, ...args] of commands) await run(program, args, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      failures.push(`${name}: ${reasonIn((error as Error).message)}`);
    }
    const installed = await findChromium();
    if (installed) return installed;
  }
  throw new Error(
    `There is no Chromium, and none could be installed (${failures.join("; ")}): install one (on Debian: apt-get install chromium) and start again, or set GATEPOST_CHROMIUM to the program of a Chromium or Chrome.`,
  );
}

function usual(): string[] {
  const paths = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const onPath = NAMES.flatMap((name) => paths.map((path) => join(path, name)));
  return [...onPath, ...(USUAL_PLACES[process.platform] ?? [])];
}

type Installer = [name: string, commands: [program: string, ...args: string[]][]];

function installers(): Installer[] {
  const cli = join(dirname(createRequire(import.meta.url).resolve("playwright")), "cli.js");
  const playwright: Installer = ["Playwright", [[process.execPath, cli, "install", "chromium"]]];
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return [playwright];
  // Without recommended packages there is no font, and a page without one has no text to photograph.
  const install = ["install", "-y", "--no-install-recommends", "chromium", "fonts-liberation"];
  return [
    [
      "apt-get",
      [
        ["apt-get", "update"],
        ["apt-get", ...install],
      ],
    ],
    playwright,
  ];
}

/** The line that says why, of all that an installer wrote. */
function reasonIn(output: string): string {
  const lines = output.split("\n").flatMap((line) => line.trim() || []);
  const reason =
    lines.find((line) => /^E:|error|failed|unable|refused|denied/i.test(line)) ?? lines.at(-1) ?? "no reason";
  return reason.slice(0, 200);
}

/** Some systems have a program of that name which only tells how to install the real one. */
function starts(program: string): Promise<boolean> {
  if (!isProgram(program)) return Promise.resolve(false);
  // On Windows it would open a window.
  if (process.platform === "win32") return Promise.resolve(true);
  return new Promise((resolve) => {
    execFile(program, ["--version"], { timeout: 20_000 }, (error, stdout) =>
      resolve(!error && /\d+\.\d+/.test(stdout)),
    );
  });
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
