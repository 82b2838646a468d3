import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Engine } from "@gatepost/contract/browser-settings";
import { within } from "@gatepost/domain/platform/signal";
import type { ContextSettings } from "@gatepost/domain/tasks/task-settings";
import { type Browser, chromium } from "playwright";
import type { Launcher } from "../launcher.ts";
import { openSession, type SavedSession, type SessionOptions } from "./browser-session.ts";
import { browserFlags } from "./chromium-flags.ts";
import { DevToolsPipe, type LeftPipe } from "./devtools-pipe.ts";
import { showFiles } from "./downloads.ts";
import { openSignIns } from "./sign-ins.ts";

const launchMs = 30_000;
const answerMs = 10_000;

export type RunningBrowser = Awaited<ReturnType<typeof use>>;

interface LaunchOptions extends SessionOptions {
  /** The browser's program. */
  executable: string;
  /** The memory that each of its processes may write to; a page that needs more fails. */
  memoryMegabytes: number;
  /** Holds the browser for the next process if this one dies. */
  launcher?: Launcher | undefined;
}

/** What the next process must know of a browser that this one has started. */
interface SavedBrowser {
  engine: Engine;
  processId: number | undefined;
  /** Playwright's session, and others that are to be ended. */
  sessions: string[];
  /** Its folders, which are deleted with it. */
  folders: string[];
}

/** A browser of the process before this one. */
export interface LeftBrowser extends SavedBrowser, Pick<LeftPipe, "to" | "from"> {
  name: string;
}

/**
 * The browsers of the process before this one with which this one goes on, which `has` these engines. Ends the others, and those that it
 * had not saved as a whole.
 */
export function leftBrowsers(launcher: Launcher | undefined, has: (engine: Engine) => boolean): LeftBrowser[] {
  return [...(launcher?.savedBelow("browser/") ?? [])].flatMap(([name, { value, handle: to }]) => {
    const from = launcher?.saved.get(`from-browser/${name}`)?.handle;
    const saved = value as SavedBrowser;
    if (to && from && has(saved.engine)) return [{ ...saved, name, to, from }];
    forget(launcher, name, saved.processId);
    return [];
  });
}

/** Ends a browser with which no process goes on. */
function forget(launcher: Launcher | undefined, name: string, processId?: number): void {
  if (processId) kill(processId);
  void launcher?.forget(`browser/${name}`);
  void launcher?.forget(`from-browser/${name}`);
}

/** Starts a Chromium whose connections all go through the proxy. Rejects if it does not start. */
export async function launchBrowser(options: LaunchOptions): Promise<RunningBrowser> {
  // A short name: openScratchFolder says why.
  const temporary = mkdtempSync(join(options.folder, "t"));
  const { browser, pipe, gaps } = await launchSandboxed(options, temporary).catch(async (error) => {
    await erase(temporary);
    throw error;
  });
  return use(browser, pipe, options, { name: basename(temporary), gaps, folders: [temporary, ...pipe.profile] });
}

/** Goes on with a browser of the process before this one. Rejects if it is gone. */
export async function takeOverBrowser(
  options: Omit<LaunchOptions, "executable">,
  left: LeftBrowser,
  sessions: readonly SavedSession[],
): Promise<RunningBrowser> {
  const pipe = new DevToolsPipe();
  // Playwright starts a program, and takes it for the browser: one that ends when its pipe is closed.
  const standIn = join(options.folder, "stand-in");
  writeFileSync(standIn, "#!/bin/sh\nexec cat <&3 >/dev/null\n", { mode: 0o700 });
  const argument = `--gatepost-browser=${left.name}`;
  const settings = { executablePath: standIn, args: [argument], timeout: answerMs, ...ownSignals };
  try {
    const windows = sessions.map(({ window }) => window);
    const { engine, processId, folders, to, from } = left;
    const opened = async (session: string) => {
      const saved: SavedBrowser = { engine, processId, folders, sessions: [...left.sessions, session] };
      await options.launcher?.save(`browser/${left.name}`, saved, pipe.ends.to);
    };
    const ends = { to, from, sessions: left.sessions, windows, opened };
    const browser = await pipe.connect(argument, () => chromium.launch(settings), ends);
    return await use(browser, pipe, options, { ...left, gaps: [] });
  } catch (error) {
    forget(options.launcher, left.name, left.processId);
    throw error;
  }
}

async function use(
  browser: Browser,
  pipe: DevToolsPipe,
  options: Omit<LaunchOptions, "executable">,
  { name, gaps, folders }: { name: string; gaps: string[]; folders: string[] },
) {
  const { launcher, engine } = options;
  const gone = new AbortController();
  browser.on("disconnected", () => {
    gone.abort();
    forget(launcher, name);
    for (const folder of folders) void erase(folder);
  });
  const late = () => new Error("The browser does not answer.");
  const { session, processId } = await within(findProcess(browser), answerMs, late).catch(async (error) => {
    await browser.close();
    throw error;
  });
  const [shownFiles, signIns] = [showFiles(session), openSignIns(browser)];
  const saved: SavedBrowser = { engine, processId, sessions: [pipe.messages.session], folders };
  void launcher?.save(`browser/${name}`, saved, pipe.ends.to);
  void launcher?.save(`from-browser/${name}`, {}, pipe.ends.from);
  return {
    name,
    /** The protections that this machine does not provide, and why; empty if it provides all. */
    gaps,
    /** The browser's main process, which leads those of its pages. */
    processId,
    /** Aborted when the process is gone, on request or not. */
    gone: gone.signal,
    /** Resolves when the browser itself has responded, whatever its pages do. A frozen browser never does. */
    async answer() {
      await session.send("Browser.getVersion");
    },
    /** `saved`: one of the process before this one, with its pages. Rejects if these are not there. */
    openSession: (settings?: ContextSettings, saved?: SavedSession) =>
      openSession({ browser, control: session, pipe, shownFiles, signIns }, options, settings, saved),
    /** Called once the sessions that were saved have been opened: closes those that were not. */
    async settle() {
      for (const browserContextId of pipe.messages.held.keys())
        await pipe.call("Target.disposeBrowserContext", { browserContextId });
    },
    /** Closes it in an orderly way. */
    close: () => browser.close(),
    kill() {
      if (processId && !gone.signal.aborted) kill(processId);
    },
  };
}

/** Chromium refuses its sandbox to root, and on machines without user namespaces: running without it is better than not running. */
async function launchSandboxed(options: LaunchOptions, temporary: string) {
  const limited = limitedProgram(options);
  const gaps = limited ? [] : ["the memory of a page: this machine does not limit it"];
  const program = limited ?? options.executable;
  const asRoot = process.getuid?.() === 0;
  if (!asRoot) {
    try {
      return { ...(await launch(program, options, temporary, true)), gaps };
    } catch (error) {
      if (!/No usable sandbox|SUID sandbox|move to new namespace/i.test(String(error))) throw error;
    }
  }
  const why = asRoot ? "the worker runs as root" : "this machine does not allow it";
  return { ...(await launch(program, options, temporary, false)), gaps: [`Chromium's sandbox: ${why}`, ...gaps] };
}

async function launch(program: string, { proxy, folder }: LaunchOptions, temporary: string, chromiumSandbox: boolean) {
  const pipe = new DevToolsPipe();
  // Chromium ignores an argument that it does not know; DevToolsPipe finds the process by it.
  const name = `--gatepost-browser=${basename(temporary)}`;
  const settings = {
    executablePath: program,
    chromiumSandbox,
    args: [...browserFlags, name],
    // As in a person's browser, pop-ups open on a click only, one per click, and a page changes its own address at most 200
    // times in ten seconds. Otherwise it could open hundreds, or keep the browser's only UI thread from its neighbours.
    ignoreDefaultArgs: ["--disable-popup-blocking", "--disable-ipc-flooding-protection"],
    proxy: { server: proxy.url, bypass: "<-loopback>" },
    env: { PATH: searchPath(folder), HOME: folder, TMPDIR: temporary, LANG: "C.UTF-8" },
    timeout: launchMs,
    ...ownSignals,
  };
  const browser = await pipe.connect(name, () => chromium.launch(settings));
  return { browser, pipe };
}

/**
 * The PATH of a browser. It begins with programs that do nothing, in place of those with which the full Chromium opens URLs that it does
 * not show: any page can go to a mailto: URL, and the program would run outside the sandbox and the proxy. xdg-settings answers that
 * Chromium is the default program; otherwise Chromium asks the user, and no click reaches the page until that is answered.
 */
function searchPath(folder: string): string {
  const openers = join(folder, "openers");
  mkdirSync(openers, { recursive: true });
  for (const name of ["xdg-email", "xdg-open", "xdg-settings"])
    writeFileSync(join(openers, name), "#!/bin/sh\necho yes\n", { mode: 0o700 });
  return `${openers}:${process.env.PATH ?? "/usr/bin:/bin"}`;
}

/** The worker handles signals: it drains first. */
const ownSignals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

async function findProcess(browser: Browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  return { session, processId: processInfo.find(({ type }) => type === "browser")?.id };
}

/** Deletes what a browser leaves in its folder for temporary files, above all when it is killed. Its processes may still be ending. */
async function erase(temporary: string): Promise<void> {
  await rm(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }).catch(() => {});
}

/** The browser leads a process group of its own. */
function kill(processId: number): void {
  for (const target of [-processId, processId]) {
    try {
      process.kill(target, "SIGKILL");
      return;
    } catch {
      // Gone already, or not a leader: then by its own id.
    }
  }
}

/**
 * Writes a program in `folder`, one of each engine, that starts the given one with a limit on the memory that each of its processes
 * may write to (RLIMIT_DATA, which children inherit), and without core dumps, which would contain what was typed. Undefined if the
 * machine has no such limit, or cannot run programs there. Throws if the disk is full, because then it would be missing until the end.
 */
function limitedProgram({ engine, executable, folder, memoryMegabytes }: LaunchOptions): string | undefined {
  if (process.platform !== "linux") return undefined;
  const path = join(folder, engine);
  if (!existsSync(path)) {
    const quoted = `'${executable.replaceAll("'", "'\\''")}'`;
    const script = `#!/bin/sh\nulimit -c 0\nulimit -d ${memoryMegabytes * 1024} || exit 1\nexec ${quoted} "$@"\n`;
    writeFileSync(`${path}.new`, script, { mode: 0o700 });
    renameSync(`${path}.new`, path);
  }
  try {
    // Also fails if the file system does not allow programs.
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return undefined;
  }
}
