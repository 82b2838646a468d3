import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isLong } from "@gatepost/domain/platform/test-size";
import { afterAll, expect, test } from "vitest";
import { runningInstallations } from "../../apps/cli/src/installation/running.ts";
import { docsPages } from "../../apps/web/src/public/docs/pages.ts";
import { root } from "../checks.ts";
import { openShell } from "../e2e/shell.ts";
import { newDataFolder, npmStart } from "../npm-start.ts";

/**
 * Row U10: the shell blocks of the README and of the documentation run as they are written, in the order in which a reader meets them, in
 * one shell. CONTRIBUTING.md says how a block is marked. Which of several installations a command is for: running.test.ts of apps/cli.
 */

interface Block {
  page: string;
  text: string;
  /** The file whose tests run what it shows; this test does not. */
  testedBy: string | undefined;
  /** What the page shows beneath it as its output. */
  output: { language: string; text: string } | undefined;
}

/** The README, then the documentation in reading order. */
const pages = ["README.md", ...docsPages.flatMap(({ file }) => file ?? [])];

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, page), "utf8");
  const fences = [...text.matchAll(/^ *```(.*)\n([\s\S]*?)^ *```\n(?=(\s*)(```)?)/gm)];
  return fences.flatMap(([, info = "", block = "", , directly], index) => {
    const [language, ...options] = info.split(" ");
    if (language !== "sh") return [];
    const [testedBy] = options.flatMap((option) => /^tested-by=(.+)$/.exec(option)?.[1] ?? []);
    const [, next = "", output = ""] = fences[index + 1] ?? [];
    const shown = directly && !next.startsWith("sh") ? { language: next, text: output } : undefined;
    return [{ page, text: block, testedBy, output: shown }];
  });
}

const blocks = pages.flatMap(blocksOf);
/** Each command takes a second of processor time. */
const tried = blocks.filter(({ page }) => isLong || page === "README.md" || page === "docs/quick-start.md");

const folder = join(root, ".scratch");
mkdirSync(folder, { recursive: true });
/** Within the checkout, for npx, and with a folder of its own for what the blocks write. */
const cwd = mkdtempSync(join(folder, "documents-"));
symlinkSync(join(root, "docs"), join(cwd, "docs"));
const data = [newDataFolder(), newDataFolder()];
afterAll(() => {
  rmSync(cwd, { recursive: true });
  for (const one of data) one.remove();
});

/** As docs/callbacks.md asks for, and so that tasks which wait do not delay its stop. */
const settings = { GATEPOST_EGRESS_ALLOW: "127.0.0.1:8080", GATEPOST_DRAIN_SECONDS: "0" };
const start = (dataDir: string) => npmStart(dataDir, settings);

test("U10: each block that is not run here names a file with tests", () => {
  expect(new Set(blocks.map(({ page }) => page)).size).toBeGreaterThan(4);
  for (const { page, text, testedBy } of blocks)
    if (testedBy !== undefined) expect(existsSync(join(root, testedBy)), `${page}: ${text}`).toBe(true);
});

test("U10: a block that shows a wait gets it at once, also from a reader who takes longer than the task", () => {
  const ofWaits = blocks.filter(({ output }) => output?.text.includes('"waiting"'));
  expect(ofWaits.map(({ text }) => text)).toEqual([expect.stringContaining('"sinceVersion": ""')]);
});

test("U10: the documents' blocks run unchanged, in one shell, against a fresh installation; those of most pages by npm run soak, the README's then against another one beside it too", async () => {
  await untilAwayFromMidnight();
  const others = runningInstallations().length > 0;
  const one = await start(data[0]?.path as string);
  try {
    // Nothing says where it listens, unless another one of this checkout is running.
    await runBlocks(tried, one.url, others ? { GATEPOST_URL: one.url } : {});
    // Beside the first one, as the README says for several: which one a command is for is no matter of the blocks.
    if (!isLong) return;
    const other = await start(data[1]?.path as string);
    try {
      const ofReadme = blocks.filter(({ page }) => page === "README.md");
      await runBlocks(ofReadme, other.url, { GATEPOST_URL: other.url });
    } finally {
      other.npm.kill("SIGTERM");
      await other.ended;
    }
  } finally {
    one.npm.kill("SIGTERM");
    await one.ended;
  }
}, 600_000);

/** After the README's blocks, and but for npm run soak: npx takes as much processor time as the command that it finds. */
const fastNpx = `npx() { found="${root}/node_modules/.bin/$1"; shift; "$found" "$@"; }`;

async function runBlocks(some: Block[], url: string, env: Record<string, string>): Promise<void> {
  const { PATH = "", HOME = "" } = process.env;
  // Empty, so that a .env file in the checkout does not set them.
  const empty = { GATEPOST_DATA_DIR: "", GATEPOST_KEY: "", GATEPOST_URL: "", PORT: "", DATABASE_URL: "" };
  await using shell = openShell({ cwd, env: { PATH, HOME, ...empty, ...env } });
  let site = "";
  for (const { page, text, output } of some.filter(({ testedBy }) => testedBy === undefined)) {
    if (page !== "README.md" && !isLong) await shell.run(fastNpx);
    const { code, output: said } = await shell.run(text);
    expect(code, `${page}:\n${text}\n${said}`).toBe(0);
    site ||= (await shell.run("echo $DEMO_SITE")).output;
    const here = said.replaceAll(site || url, "http://127.0.0.1:3900").replaceAll(url, "http://127.0.0.1:3000");
    if (output) expect(comparable(here, output.language), `${page}:\n${text}`).toEqual(shown(output));
  }
}

const shown = ({ language, text }: { language: string; text: string }) => comparable(text, language);

function comparable(text: string, language: string): unknown {
  return language === "json" ? JSON.parse(text, sameKind) : words(text);
}

/** What is another at each run. */
const varying =
  /^(?:balance|clientKey|\w+Id|\w+Time|session|date|\w*stamp|shortdate|fromDate|toDate|since|expiresAt|version|pushedAt|pushedBy|takenAt)$/;

function sameKind(key: string, value: unknown): unknown {
  return varying.test(key) && key !== "errorId" ? typeof value : value;
}

/** Without widths, dates, ids and seconds. */
function words(text: string): string {
  return text
    .trim()
    .replace(/^took .*$/m, "took")
    .replace(/\b\d+ (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g, "a day")
    .replace(/\d+:\d+(?::\d+)?/g, "a time")
    .replace(/gp_\w+…\w+/g, "a key")
    .replace(/\b(?:\d{4,}|(?<=templateId +)\d+)\b/g, "an id")
    .replace(/█+/g, "█")
    .replace(/ +/g, " ");
}

/** The statistics are of today: they would be gone if the day ended meanwhile. */
async function untilAwayFromMidnight(): Promise<void> {
  const left = 86_400_000 - (Date.now() % 86_400_000);
  if (left < 240_000) await sleep(left);
}
