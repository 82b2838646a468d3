import { accessSync, constants, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { within } from "@gatepost/domain/platform/signal";
import type { ContextSettings } from "@gatepost/domain/tasks/task-settings";
import { type Browser, chromium } from "playwright";
import { BrowserMessages, type EventFloods, guardPipe } from "./browser-messages.ts";
import { type BrowserSession, openSession, type SessionOptions } from "./browser-session.ts";
import { browserFlags } from "./chromium-flags.ts";

const launchMs = 30_000;
const answerMs = 10_000;

export interface RunningBrowser {
  /** The protections that this machine does not provide, and why; empty if it provides all. */
  readonly gaps: readonly string[];
  /** The browser's main process, which leads those of its pages. */
  readonly processId: number | undefined;
  /** Aborted when the process is gone, on request or not. */
  readonly gone: AbortSignal;
  /** Resolves when the browser itself has responded, whatever its pages do. A frozen browser never does. */
  answer(): Promise<void>;
  openSession(settings?: ContextSettings): Promise<BrowserSession>;
  /** Closes it in an orderly way. */
  close(): Promise<void>;
  /** Kills it. */
  kill(): void;
}

interface LaunchOptions extends SessionOptions {
  /** The browser's program. */
  executable: string;
  /** The memory that each of its processes may write to; a page that needs more fails. */
  memoryMegabytes: number;
}

/** Starts a Chromium whose connections all go through the proxy. Rejects if it does not start. */
export async function launchBrowser(options: LaunchOptions): Promise<RunningBrowser> {
  // A short name: openScratchFolder says why.
  const temporary = mkdtempSync(join(options.folder, "t"));
  const { browser, floods, gaps } = await launchSandboxed(options, temporary).catch(async (error) => {
    await erase(temporary);
    throw error;
  });
  const gone = new AbortController();
  browser.on("disconnected", () => {
    gone.abort();
    void erase(temporary);
  });
  const late = () => new Error("The browser does not answer.");
  const { session, processId } = await within(findProcess(browser), answerMs, late).catch(async (error) => {
    await browser.close();
    throw error;
  });
  return {
    gaps,
    processId,
    gone: gone.signal,
    async answer() {
      await session.send("Browser.getVersion");
    },
    openSession: (settings) => openSession({ browser, control: session, floods }, options, settings),
    close: () => browser.close(),
    kill() {
      if (processId && !gone.signal.aborted) kill(processId);
    },
  };
}

/**
 * Chromium refuses its sandbox to root, and on machines without user namespaces: running without it is better than not
 * running.
 */
async function launchSandboxed(
  options: LaunchOptions,
  temporary: string,
): Promise<{ browser: Browser; floods: EventFloods; gaps: string[] }> {
  const { executable, folder, memoryMegabytes } = options;
  const limited = limitedProgram(executable, folder, memoryMegabytes);
  const gaps = limited ? [] : ["the memory of a page: this machine does not limit it"];
  const program = limited ?? executable;
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

async function launch(
  program: string,
  { proxy, folder }: LaunchOptions,
  temporary: string,
  chromiumSandbox: boolean,
): Promise<{ browser: Browser; floods: EventFloods }> {
  const messages = new BrowserMessages();
  // Chromium ignores an argument that it does not know; guardPipe finds the process by it.
  const name = `--gatepost-browser=${basename(temporary)}`;
  const settings = {
    executablePath: program,
    chromiumSandbox,
    args: [...browserFlags, name],
    // As in a person's browser, pop-ups open on a click only, one per click, and a page changes its own address at most 200
    // times in ten seconds. Otherwise it could open hundreds, or keep the browser's only UI thread from its neighbours.
    ignoreDefaultArgs: ["--disable-popup-blocking", "--disable-ipc-flooding-protection"],
    proxy: { server: proxy.url, bypass: "<-loopback>" },
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin", HOME: folder, TMPDIR: temporary, LANG: "C.UTF-8" },
    timeout: launchMs,
    // The worker handles signals: it drains first.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
  const browser = await guardPipe(messages, name, () => chromium.launch(settings));
  return { browser, floods: messages.floods };
}

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
 * Writes a program in `folder` that starts the given one with a limit on the memory that each of its processes may
 * write to (RLIMIT_DATA, which children inherit), and without core dumps, which would contain what was typed. Undefined
 * if the machine has no such limit, or cannot run programs there.
 */
function limitedProgram(program: string, folder: string, megabytes: number): string | undefined {
  if (process.platform !== "linux") return undefined;
  const path = join(folder, "browser");
  try {
    writeFileSync(
      path,
      `#!/bin/sh\nulimit -c 0\nulimit -d ${megabytes * 1024} || exit 1\nexec ${quoted(program)} "$@"\n`,
      {
        mode: 0o700,
      },
    );
    // Also fails if the file system does not allow programs.
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return undefined;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
