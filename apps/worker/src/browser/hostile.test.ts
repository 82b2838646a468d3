import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { ServerResponse } from "node:http";
import type { WrittenStep } from "@gatepost/contract/steps";
import { isLong, size, timeBound } from "@gatepost/domain/platform/test-size";
import { expect, test, vi } from "vitest";
import { testEngine } from "../testing/test-browser.ts";
import { click, codeLater, fillFrom, openWorkerPages, see, wait } from "../testing/test-pages.ts";
import { processes, readIfThere as read } from "../testing/test-process.ts";

/**
 * Smaller than in production, so that tests need not fill a machine; the long form has about what is usual there. Another one
 * in each engine, because `ours` knows the processes by it.
 */
const memoryMegabytes = size(700, 2_000) + (testEngine === "full" ? 1 : 0);
/** Seconds of a hostile task: what its site asks for and sends has no end of its own. */
const limit = size(3, 60);
/** Seconds after the limit in which it must have ended. */
const graceSeconds = timeBound(5);

vi.setConfig({ testTimeout: 120_000 + limit * 1_000 });

let sent = 0;

/** As much as the other side takes. */
function pour(response: ServerResponse, headers: Record<string, string>): void {
  const piece = Buffer.alloc(1024 * 1024, "<p>more</p>");
  response.writeHead(200, headers);
  const go = () => {
    while (!response.destroyed && response.write(piece)) sent += piece.length;
    sent += piece.length;
  };
  response.on("drain", go);
  go();
}

const { site, environment, customer } = await openWorkerPages(
  {
    "/good": '<form action="/sent"><button>Send</button></form>',
    "/sent": "<input id=code>",
    "/dialogs":
      "<script>onbeforeunload = () => 'stay'; setTimeout(() => { for (;;) { alert(1); confirm(2); prompt(3); } }, 50)</script>",
    "/arrays":
      "<script>const all = []; setInterval(() => { try { for (let n = 0; n < 4; n++) all.push(new Uint8Array(2 ** 25).fill(1)) } catch {} }, 5)</script>",
    "/windows": "<script>setInterval(() => open('/windows', '_blank', 'noopener'), 5)</script>",
    "/opener": "<button onclick=\"setInterval(() => window.open('/windows'), 1)\">Open</button>",
    "/busy": "<script>setTimeout(() => { for (;;); }, 50)</script>",
    "/loop": (_, response) => response.writeHead(302, { location: "/loop" }).end(),
    "/document": (_, response) => pour(response, { "content-type": "text/html" }),
    "/download": (_, response) => pour(response, { "content-type": "text/csv", "content-disposition": "attachment" }),
    "/link": "<a href=/download>Save</a>",
    "/file":
      "<a href='file:///etc/passwd'>file</a><iframe src='file:///etc/passwd'></iframe><p id=p></p><script>fetch('file:///etc/passwd').then((r) => r.text()).then((text) => { p.textContent = text }, () => { p.textContent = 'not read' })</script>",
  },
  { memoryMegabytes },
);

const never = see("nothing", 120);

/** The processes of this test's browsers: no others of this machine have exactly that limit. */
function ours() {
  return processes().filter(({ pid }) => read(`/proc/${pid}/limits`).includes(` ${memoryMegabytes * 2 ** 20} `));
}

/** Megabytes of memory that the largest of them holds. */
function largest(): number {
  const resident = ours().map(({ pid }) => Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024);
  return Math.max(0, ...resident);
}

const sites: [string, string, WrittenStep[]][] = [
  ["shows dialogs without end", "/dialogs", [never]],
  ["takes all memory with arrays", "/arrays", [never]],
  ["opens windows without end on a click", "/opener", [click("button"), never]],
  [
    "never gives the processor back, so that a step fails just before the task's time is over",
    "/busy",
    [see("nothing", limit - 1.4)],
  ],
  ["redirects without end", "/loop", [never]],
  ["never ends its document", "/document", [never]],
  [
    "sends a download without end to a step that keeps files",
    "/link",
    [{ type: "DOWNLOAD_FILE", selector: "a", as: "file", timeout: 120 }],
  ],
];

/** In the short form all at once, which then share the processors for that time. */
const groups = isLong ? sites.map((one) => [one]) : [sites];

test.each(groups.map((group) => ({ what: group.map(([what]) => what).join(", one that "), group })))(
  "S10: a site that $what ends with its task's time, and its neighbour goes on",
  async ({ group }) => {
    await using _worker = environment.startWorker({ slots: group.length });
    sent = 0;
    const lost = environment.browsers.filter(({ gone }) => gone.aborted).length;
    // It has submitted something: if its browser were lost, so would it be.
    const neighbour = await customer.createWaiting(
      site.url("/good"),
      [click("button"), wait, fillFrom("#code")],
      codeLater,
    );
    let max = 0;
    const watch = setInterval(() => {
      max = Math.max(max, largest());
    }, 200);
    const endOf = async ([, path, steps]: (typeof group)[number]) => {
      const hostile = await customer.create(site.url(path), steps, { timeout: limit });
      const began = performance.now();
      const end = await customer.end(hostile, { timeout: 60_000 + limit * 1_000, interval: 100 });
      return { path, end, seconds: (performance.now() - began) / 1_000 };
    };
    for (const { path, end, seconds } of await Promise.all(group.map(endOf))) {
      expect(seconds, path).toBeLessThan(limit + graceSeconds);
      expect(end, path).toMatchObject({ code: expect.stringMatching(/ERROR_TASK_TIMEOUT|ERROR_STEP_FAILED/) });
    }
    clearInterval(watch);
    expect(max).toBeLessThan(memoryMegabytes + 300);

    // If the neighbour has ended, the push is refused, and what it ended with says why.
    await customer.push(neighbour, "code", "1").catch(() => {});
    await expect(customer.end(neighbour)).resolves.toMatchObject({ status: "ready" });
    expect(environment.browsers.filter(({ gone }) => gone.aborted).length, "browsers lost").toBe(lost);
    // Nothing goes on behind the tasks' backs.
    const then = sent;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(sent - then).toBe(0);
    const paths = group.map(([, path]) => path).join(", ");
    console.log(`${paths}: largest process ${Math.round(max)} MB, ${Math.round(sent / 2 ** 20)} MB sent`);
  },
);

test("S10: a page reads no file and finds no debugging port", async () => {
  const lease = await environment.pool.take(1);
  try {
    await lease.page.goto(site.url("/file"));
    await expect.poll(() => lease.page.textContent("#p")).toBe("not read");
    await lease.page.click("a").catch(() => {});
    expect(lease.page.url()).toBe(site.url("/file"));
    expect(lease.page.frames().filter((frame) => frame.url().startsWith("file:"))).toEqual([]);
  } finally {
    await lease.close();
  }
  const all = ours();
  expect(all.filter(({ command }) => command.includes("--remote-debugging-port"))).toEqual([]);
  expect(all.some(({ command }) => command.includes("--remote-debugging-pipe"))).toBe(true);
  expect(listeners(all.map(({ pid }) => pid))).toEqual([]);
});

/** Addresses at which these processes listen. */
function listeners(pids: number[]): string[] {
  const links = pids.flatMap((pid) => readdirSync(`/proc/${pid}/fd`).map((fd) => `/proc/${pid}/fd/${fd}`));
  const sockets = new Set(links.map((link) => /socket:\[(\d+)\]/.exec(linkOf(link))?.[1]));
  return ["tcp", "tcp6"].flatMap((kind) =>
    readFileSync(`/proc/net/${kind}`, "utf8")
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .filter((columns) => columns[3] === "0A" && sockets.has(columns[9]))
      .map((columns) => columns[1] ?? ""),
  );
}

/** Nothing where it is gone. */
function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return "";
  }
}
