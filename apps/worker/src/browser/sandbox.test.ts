import { chmodSync, chownSync } from "node:fs";
import { join } from "node:path";
import { can, isRoot, ordinaryUser } from "@gatepost/db/embedded/user";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import { expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { codeLater, fillFrom, openWorkerPages, wait } from "../testing/test-pages.ts";
import { descendantsOf, exitOf, readIfThere, startWorkerProcess } from "../testing/test-process.ts";

const { site, environment, customer } = await openWorkerPages({ "/": "<input id=a>" });
const folder = openFolder();
chmodSync(folder, 0o755);

function renderersOf(parent: number | undefined) {
  return descendantsOf(parent).filter(({ command }) => command.includes("--type=renderer"));
}

/** What /proc says of a process. */
const said = (file: string, line: RegExp, { pid }: { pid: number }) =>
  line.exec(readIfThere(`/proc/${pid}/${file}`))?.[1];
/** The mode of a process's system call filter, as in proc(5): 2 is a filter, 0 is none. */
const filterOf = (one: { pid: number }) => said("status", /^Seccomp:\s+(\d)$/m, one);

const allFiltered = (modes: (string | undefined)[]) => modes.length > 0 && modes.every((mode) => mode === "2");
const poll = { timeout: 60_000, interval: 100 };

const as = isRoot() ? ordinaryUser("gatepost") : undefined;
const canStart = !as || can(as, "read", join(import.meta.dirname, "../main.ts"));
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
  const taskId = await customer.createWaiting(site.url("/"), [wait, fillFrom("#a")], codeLater);

  const sandboxed = !descendantsOf(child.pid).some(({ command }) => command.includes("--no-sandbox"));
  // Each renderer under a system call filter (seccomp mode 2), which one that has just been started sets up first.
  if (sandboxed) await expect.poll(() => renderersOf(child.pid).map(filterOf), poll).toSatisfy(allFiltered);
  const processes = descendantsOf(child.pid);
  const renderers = renderersOf(child.pid);
  const users = new Set(processes.map((one) => said("status", /Uid:\s+(\d+)/, one)));
  const limits = new Set(processes.map((one) => said("limits", /Max data size\s+(\d+)/, one)));
  await customer.push(taskId, "code", "1");
  await expect(customer.end(taskId)).resolves.toMatchObject({ status: "ready" });
  child.kill("SIGTERM");
  expect(await exitOf(child)).toBe(0);

  expect(renderers.length).toBeGreaterThan(0);
  expect([...users]).toEqual([String(as?.uid ?? process.getuid?.())]);
  expect([...limits]).toEqual([String(2_048 * 2 ** 20)]);
  const log = await output;
  if (sandboxed) expect(log).not.toContain("protection missing");
  else expect(log).toContain("Chromium's sandbox: this machine does not allow it");
  console.log(`sandbox: ${sandboxed}`);
});
