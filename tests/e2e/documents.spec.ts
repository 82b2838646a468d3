import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isLong } from "@gatepost/domain/platform/test-size";
import { root } from "../checks.ts";
import { newApplication } from "../factories.ts";
import { expect, type TestInstallation, test } from "./flow.ts";
import { newEmail } from "./portal.ts";
import { openShell } from "./shell.ts";

/** Row U6: every command that the documentation shows is run, here or where `elsewhere` says. */

/** Blocks that this file does not run, by how they begin, and what runs them. */
const elsewhere: Record<string, string[]> = {
  "README.md": [
    "npm start", // P8 in bench/rows/p8-start.ts, and up.test.ts
  ],
  "CONTRIBUTING.md": [
    "npm run verify ", // the suite `source`; npm run dev and the pictures are for people's eyes
    "npm run soak", // the same files run small in each npm test
    "GATEPOST_TEST_DATABASE_URL=", // tests/database-statements.test.ts, on the server of all tests
    // How to run one file of the suites that npm test runs whole.
    "node_modules/.bin/vitest --project fast",
    "node_modules/.bin/vitest run --config",
  ],
  "docs/operating.md": [
    "npm run gatepost -- backup ", // backup.test.ts: it writes into the checkout
    "mkdir -p /var/lib/gatepost-2 ", // backup.test.ts, which restores too
    "npm run gatepost -- secret rotate", // backup.test.ts: it needs Gatepost stopped
    "npm run gatepost -- restore gatepost", // backup.test.ts, which restores too
    "npm run gatepost -- web ", // tests/wire/separate-processes.test.ts: they run until they are stopped
    "GATEPOST_ORIGIN=", // S15 in security.spec.ts, behind such a proxy
    "GATEPOST_ADMIN_DATABASE_URL=", // S18 in tests/wire/own-postgres.test.ts, on a server of its own
  ],
  "docs/scaling.md": [
    "DATABASE_URL=", // R17 in tests/wire/standby.test.ts, on a standby
  ],
};

interface Block {
  text: string;
  /** What the page shows beneath it as said. */
  answer: { language: string; text: string } | undefined;
}

const pages = globSync(["*.md", "docs/**/*.md"], { cwd: root }).sort();

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, page), "utf8");
  const fences = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```\n(?=(\s*)(```)?)/gm)];
  return fences.flatMap(([, language, block = "", , directly], index) => {
    if (language !== "sh") return [];
    const [, next = "", answer = ""] = fences[index + 1] ?? [];
    return [{ text: block, answer: directly && next !== "sh" ? { language: next, text: answer } : undefined }];
  });
}

function toRun(page: string): Block[] {
  return blocksOf(page).filter(({ text }) => !elsewhere[page]?.some((start) => text.startsWith(start)));
}

test("U6: each block of commands is run here, or is on the list with what runs it", () => {
  const here = ["README.md", "docs/quick-start.md", "docs/operating.md", "docs/templates.md"];
  for (const page of pages) {
    const starts = elsewhere[page] ?? [];
    for (const start of starts)
      expect(
        blocksOf(page).filter(({ text }) => text.startsWith(start)),
        `${page}: ${start}`,
      ).toHaveLength(1);
    if (!here.includes(page)) expect(toRun(page), `${page} has a block that nothing runs`).toEqual([]);
  }
  for (const page of Object.keys(elsewhere)) expect(pages).toContain(page);
});

for (const [page, atLeast] of [
  ["README.md", 4],
  ["docs/quick-start.md", 12],
] as const)
  test(`U6: the commands of ${page} print what it shows`, async ({ installation }) => {
    test.skip(!isLong && page !== "README.md", "npm run soak -- pages runs it");
    test.skip(!hasCurl(), "There is no curl, which the calls are made with.");
    await untilAwayFromMidnight();
    await using shell = openShell({ cwd: root, env: environment(installation) });
    const email = newEmail();
    const blocks = toRun(page);
    expect(blocks.length).toBeGreaterThanOrEqual(atLeast);
    for (const block of blocks) {
      const command = here(installation, block.text).replace("ada@example.com", email);
      const run = async (text: string) => {
        const { code, output } = await shell.run(text);
        expect(code, `${text}\n${output}`).toBe(0);
        if (block.answer) expect(plain(installation, output, block.answer.language), text).toEqual(shown(block.answer));
      };
      // How long a page takes depends on the machine, so a block that only asks is repeated until its output matches.
      const [pause] = /^sleep \d+; /.exec(command) ?? [];
      if (pause) await expect(() => run(command.slice(pause.length))).toPass({ timeout: 60_000, intervals: [250] });
      else await run(command);
    }
  });

test("U6: the first template of docs/templates.md is checked, saved and run by its commands", async ({
  installation,
  caller,
}) => {
  const page = "docs/templates.md";
  const [, document = ""] = /```json\n([\s\S]*?)```/.exec(readFileSync(join(root, page), "utf8")) ?? [];
  const file = join(mkdtempSync(join(tmpdir(), "gatepost-")), "echo.json");
  writeFileSync(file, document);
  const [block, recording, builtIn, secret] = toRun(page);
  const [lint = "", save = "", create = "", watch = "", ...others] = here(installation, block?.text ?? "")
    .replaceAll("echo.json", file)
    .trim()
    .split("\n");
  expect(others).toEqual([]);
  expect(toRun(page)).toHaveLength(4);
  await using shell = openShell({
    cwd: root,
    env: { ...environment(installation), GATEPOST_KEY: caller.clientKey },
  });
  const run = async (text: string) => {
    const { code, output } = await shell.run(text);
    expect(code, `${text}\n${output}`).toBe(0);
    return output;
  };
  expect(await run(lint)).toBe("No warnings.");
  expect(await run(save)).toBe("Saved version 1.");
  const [taskId = ""] = /\d+/.exec(await run(create)) ?? [];
  await run(`npm run -s gatepost -- push ${taskId} word gatepost`);
  expect(await run(watch.replace("<taskId>", taskId))).toContain('"gatepost"');

  const tried = await run(
    `npm run -s gatepost -- template try ${file} --url ${installation.site.url}/echo --var word=hello`,
  );
  expect(tried).toContain('"hello"');

  const typed = { type: "change", value: "000000", selectors: [["#code"]] };
  writeFileSync(join(dirname(file), "recording.json"), JSON.stringify({ title: "", steps: [typed] }));
  const [dry = "", real = ""] = (recording?.text ?? "").trim().split("\n");
  const from = (command: string) => run(command.replace("recording.json", join(dirname(file), "recording.json")));
  expect(await from(dry)).toMatch(/WAIT_FOR_VARIABLE_VALUE.*It can be saved as version 1\.$/s);
  expect(await from(real)).toMatch(/Saved version 1\.$/);

  const [list = "", get = ""] = (builtIn?.text ?? "").trim().split("\n");
  expect(await run(list)).toContain("Collect a list over all its pages");
  const copy = join(dirname(file), "my-list.json");
  await run(get.replace("my-list.json", copy));
  expect(JSON.parse(readFileSync(copy, "utf8"))).toMatchObject({ name: "Collect a list over all its pages" });

  await run(`printf %s correct-horse | ${secret?.text.trim()}`);
  expect(await run("npm run -s gatepost -- secret list")).toContain("bank password");
});

test("U6: the commands of docs/operating.md run", async ({ installation, caller }) => {
  test.skip(!isLong, "npm run soak -- pages runs it");
  const { accountId } = caller;
  const softId = await newApplication(installation.operator, caller);
  const taskId = await caller.run([{ type: "TAKE_SCREENSHOT" }], "/");
  await caller.solution(taskId);
  await using shell = openShell({ cwd: root, env: environment(installation) });
  const run = async (text: string) => {
    const { code, output } = await shell.run(text);
    expect(code, `${text}\n${output}`).toBe(0);
  };
  const blocks = toRun("docs/operating.md");
  expect(blocks.length).toBeGreaterThan(2);
  for (const { text } of blocks)
    for (const line of text.trim().split("\n"))
      await run(line.replace("ada@example.com", newEmail()).replace("--account 2", `--account ${accountId}`));

  const table =
    /^\| to .*\n\|.*\n((?:\|.*\n)+)/m.exec(readFileSync(join(root, "docs/operating.md"), "utf8"))?.[1] ?? "";
  const rows = table.trim().split("\n");
  expect(rows.length).toBeGreaterThan(8);
  for (const row of rows) {
    const commands = [...row.matchAll(/`((?:account|key|refund|correct|task) [^`]+)`/g)];
    expect(commands.length, row).toBeGreaterThan(0);
    for (const [, command = ""] of commands) {
      const report = await installation.operator.db.prisma.apiKey.findFirst({ where: { accountId, name: "report" } });
      await run(
        `npm run -s gatepost -- ${command
          .replace(/(?<=top-up |suspend |balance |--account )2\b/, String(accountId))
          .replace(/(?<=^key (?:roll|revoke) )5\b/, String(report?.id))
          .replace("refund 1000", `refund ${taskId}`)
          .replace("count 1002", `count ${softId}`)
          // Nothing was counted then that could be subtracted.
          .replace("--by -4", "--by 4")}`,
      );
    }
  }
});

function hasCurl(): boolean {
  return spawnSync("curl", ["--version"]).status === 0;
}

/** The addresses that the documentation shows, as those of this run. */
function here({ url, site }: TestInstallation, text: string): string {
  return text.replaceAll("http://127.0.0.1:3000", url).replaceAll("http://127.0.0.1:3900", site.url);
}

function environment({ url, databaseUrl, secret }: TestInstallation): Record<string, string> {
  const { PATH = "", HOME = "" } = process.env;
  // Set, so that a .env file in the checkout does not set them.
  const empty = { GATEPOST_DATA_DIR: "", GATEPOST_KEY: "", PORT: "" };
  return { PATH, HOME, ...empty, DATABASE_URL: databaseUrl, GATEPOST_SECRET: secret, GATEPOST_URL: url };
}

/** What is another at each run. */
const varying =
  /^(?:clientKey|\w+Id|\w+Time|session|date|\w*stamp|shortdate|fromDate|toDate|since|expiresAt|version|pushedAt|pushedBy|takenAt)$/;

function shown({ language, text }: { language: string; text: string }): unknown {
  return language === "json" ? JSON.parse(text, sameKind) : words(text);
}

/** What was said, in the documentation's words where they differ at each run. */
function plain({ url, site }: TestInstallation, output: string, language: string): unknown {
  const said = output.replaceAll(site.url, "http://127.0.0.1:3900").replaceAll(url, "http://127.0.0.1:3000");
  return language === "json" ? JSON.parse(said, sameKind) : words(said);
}

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

/** The tour's statistics are of today: they would be gone if the day ended meanwhile. */
async function untilAwayFromMidnight(): Promise<void> {
  const left = 86_400_000 - (Date.now() % 86_400_000);
  if (left < 120_000) await sleep(left);
}
