import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { gatepostHere as gatepost } from "../apps/cli/src/test-command.ts";

/** Programs, and what prints text for people or a shell. All others answer as JSON. */
const forPeople = new Set(["up", "web", "worker", "restart-worker", "template steps", "completion"]);

/** What `--help` says of a command: the commands below it, and whether it also takes arguments of its own. */
async function helpOf(...path: string[]): Promise<{ below: string[]; hasArguments: boolean; stdout: string }> {
  const { stdout } = await gatepost([...path, "--help"]);
  const [, list = ""] = /^Commands:\n((?:.+\n)+)/m.exec(stdout) ?? [];
  const names = [...list.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name as string);
  return { below: names.filter((name) => name !== "help"), hasArguments: /^Arguments:/m.test(stdout), stdout };
}

test("U6: the table of docs/command-line.md has every command, and no other; each has help with an example, and answers as JSON", async () => {
  const { below: top } = await helpOf();
  const all = await Promise.all(
    top.map(async (name) => {
      const { below, hasArguments } = await helpOf(name);
      const nested = below.map((one) => `${name} ${one}`);
      return nested.length === 0 || hasArguments ? [name, ...nested] : nested;
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
  for (const name of all.flat()) {
    const { stdout } = await helpOf(...name.split(" "));
    expect(stdout.split("\nExample:\n")[1], name).toContain(`npx gatepost ${name}`);
    expect(stdout.includes("--json"), `${name} answers as JSON`).toBe(!forPeople.has(name));
  }
});
