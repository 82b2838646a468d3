import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { gatepost } from "../apps/cli/src/test-command.ts";

/** The commands that `--help` lists below a command; none below one that has none. */
async function commandsBelow(...path: string[]): Promise<string[]> {
  const { stdout } = await gatepost([...path, "--help"]);
  const [, list = ""] = stdout.split(/^Commands:\n/m);
  return [...list.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name as string).filter((name) => name !== "help");
}

test("U6: the table of docs/command-line.md has every command, and no other", async () => {
  const top = await commandsBelow();
  const all = await Promise.all(
    top.map(async (name) => {
      const below = await commandsBelow(name);
      return below.length > 0 ? below.map((one) => `${name} ${one}`) : [name];
    }),
  );

  const page = readFileSync(join(dirname(import.meta.dirname), "docs/command-line.md"), "utf8");
  const [, table = ""] = /^\| command .*\n\|.*\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const listed = table.split("\n").flatMap((row) => {
    let group = "";
    return [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => {
      if (name.includes(" ")) group = name.split(" ")[0] ?? "";
      // After `account create`, `list` means that of accounts.
      return name.includes(" ") || top.includes(name) ? name : `${group} ${name}`;
    });
  });
  expect([...new Set(listed.map((name) => name.replace(/^completion .*/, "completion")))].sort()).toEqual(
    all.flat().sort(),
  );
});
