import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WrittenStep } from "@gatepost/contract/steps";
import { canRead, isRoot, ordinaryUser } from "@gatepost/db/embedded/user";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import { afterAll, expect, test } from "vitest";
import { openWorkerPages } from "../testing/test-pages.ts";
import { exitOf, startWorkerProcess } from "../testing/test-process.ts";

const { site, environment, customer } = await openWorkerPages({ "/": "<input id=a>" });
const folder = mkdtempSync(join(tmpdir(), "gp-test-"));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Command line, status and limits of every process that this one has started, or what it has started. */
function descendantsOf(parent: number | undefined): { command: string; status: string; own: string }[] {
  return readdirSync("/proc").flatMap((name) => {
    try {
      const status = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/status`, "utf8") : "";
      if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== parent) return [];
      const [command, own] = ["cmdline", "limits"].map((file) => readFileSync(`/proc/${name}/${file}`, "utf8"));
      return [{ command: command ?? "", status, own: own ?? "" }, ...descendantsOf(Number(name))];
    } catch {
      return [];
    }
  });
}

function renderersOf(parent: number | undefined) {
  return descendantsOf(parent).filter(({ command }) => command.includes("--type=renderer"));
}

/** The mode of a process's system call filter, as in proc(5): 2 is a filter, 0 is none. */
function filterOf({ status }: { status: string }): string | undefined {
  return /^Seccomp:\s+(\d)$/m.exec(status)?.[1];
}

const allFiltered = (modes: (string | undefined)[]) => modes.length > 0 && modes.every((mode) => mode === "2");
const poll = { timeout: 60_000, interval: 100 };

const wait: WrittenStep = { type: "WAIT_FOR_VARIABLE_VALUE", name: "code" };
const fill: WrittenStep = { type: "FILL_INPUT", selector: "#a", value: { variable: "code" } };

const as = isRoot() ? ordinaryUser("gatepost") : undefined;
const canStart = !as || canRead(as, join(import.meta.dirname, "../main.ts"));
const unreadable = skippedIf(canStart ? undefined : "no other user can read this checkout");

/** As `npm start` runs it, also where that was started as root: apps/cli/src/up/programs.ts. */
test("as an ordinary user the worker runs Chromium in its sandbox, or says why not", unreadable, async () => {
  if (as) chownSync(folder, as.uid, as.gid);
  const { child, output } = startWorkerProcess({
    databaseUrl: environment.database.workerUrl,
    folder,
    allow: site.host,
    user: as,
    env: { HOME: folder },
  });
  const taskId = await customer.create(site.url("/"), [wait, fill], {
    variables: { code: "_WAIT_FOR_IT_" },
  });
  await customer.waits(taskId, "code");

  const sandboxed = !descendantsOf(child.pid).some(({ command }) => command.includes("--no-sandbox"));
  // Each renderer under a system call filter (seccomp mode 2), which one that has just been started sets up first.
  if (sandboxed) await expect.poll(() => renderersOf(child.pid).map(filterOf), poll).toSatisfy(allFiltered);
  const processes = descendantsOf(child.pid);
  const renderers = renderersOf(child.pid);
  const users = new Set(processes.map(({ status }) => Number(/Uid:\s+(\d+)/.exec(status)?.[1])));
  const limits = new Set(processes.map(({ own }) => /Max data size\s+(\d+)/.exec(own)?.[1]));
  await customer.push(taskId, "code", "1");
  await expect(customer.end(taskId)).resolves.toMatchObject({ status: "ready" });
  child.kill("SIGTERM");
  expect(await exitOf(child)).toBe(0);

  expect(renderers.length).toBeGreaterThan(0);
  expect([...users]).toEqual([as?.uid ?? process.getuid?.()]);
  expect([...limits]).toEqual([String(2_048 * 2 ** 20)]);
  const said = await output;
  if (sandboxed) expect(said).not.toContain("protection missing");
  else expect(said).toContain("Chromium's sandbox: this machine does not allow it");
  console.log(`sandbox: ${sandboxed}`);
});
