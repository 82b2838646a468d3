import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../checks.ts";
import { newApplication } from "../factories.ts";
import { expect, test } from "./flow.ts";
import { openShell } from "./shell.ts";

/** Row U6, for the operator's commands that are shown in a table; tests/wire/documents.test.ts runs the blocks of all pages. */
test("U6: the commands of the operator's table run", async ({ installation, caller }) => {
  const { accountId } = caller;
  const softId = await newApplication(installation.operator, caller);
  const taskId = await caller.run([{ type: "TAKE_SCREENSHOT" }], "/");
  await caller.solution(taskId);
  const { PATH = "", HOME = "" } = process.env;
  // Set, so that a .env file in the checkout does not set them.
  const empty = { GATEPOST_DATA_DIR: "", GATEPOST_KEY: "", GATEPOST_URL: "", PORT: "" };
  const database = { DATABASE_URL: installation.databaseUrl, GATEPOST_SECRET: installation.secret };
  await using shell = openShell({ cwd: root, env: { PATH, HOME, ...empty, ...database } });
  const pages = globSync("docs/**/*.md", { cwd: root }).map((page) => readFileSync(join(root, page), "utf8"));
  const tables = pages.flatMap((page) => /^\| to .*\n\|.*\n((?:\|.*\n)+)/m.exec(page)?.[1] ?? []);
  const rows =
    tables
      .find((table) => table.includes("account top-up"))
      ?.trim()
      .split("\n") ?? [];
  expect(rows.length).toBeGreaterThan(8);
  for (const row of rows) {
    const commands = [...row.matchAll(/`((?:account|key|refund|correct|task) [^`]+)`/g)];
    expect(commands.length, row).toBeGreaterThan(0);
    for (const [, command = ""] of commands) {
      const report = await installation.operator.db.prisma.apiKey.findFirst({ where: { accountId, name: "report" } });
      const text = `npx gatepost ${command
        .replace(/(?<=top-up |suspend |balance |--account )2\b/, String(accountId))
        .replace(/(?<=^key (?:roll|revoke) )5\b/, String(report?.id))
        .replace("refund 1000", `refund ${taskId}`)
        .replace("count 1002", `count ${softId}`)
        // Nothing was counted then that could be subtracted.
        .replace("--by -4", "--by 4")}`;
      const { code, output } = await shell.run(text);
      expect(code, `${text}\n${output}`).toBe(0);
    }
  }
});
