import { spawnSync } from "node:child_process";
import { beforeAll, expect, test } from "vitest";
import { gatepost } from "./test-command.ts";

let script: string;

beforeAll(async () => {
  script = (await gatepost(["completion", "bash"])).stdout;
});

/** What bash offers for the last of the words. */
function offered(...words: string[]): string[] {
  const line = ["gatepost", ...words].map((word) => `'${word}'`).join(" ");
  const ask = `COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _gatepost; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", `${script}\n${ask}`], { encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout.trim().split("\n");
}

test("bash completes commands, their options, and the values of those that have a fixed set", () => {
  expect(offered("ac")).toEqual(["account"]);
  expect(offered("account", "s")).toEqual(["suspend", "set"]);
  expect(offered("account", "suspend", "2", "--u")).toEqual(["--undo"]);
  expect(offered("stats", "1001", "--mode", "")).toEqual(["errors", "views", "downloads", "users", "money"]);
  expect(offered("correct", "count", "1001", "--metric", "view")).toEqual(["view", "view_excluded"]);
  expect(offered("completion", "")).toEqual(["bash", "zsh", "--help"]);
  // A file comes next: nothing of ours, so that the shell offers its own.
  expect(offered("template", "import", "docs/ex")).toEqual([""]);
});

test("the script brings the command where it is not on the path", () => {
  const run = `${script}\ngatepost stats --help`;
  const { stdout } = spawnSync("bash", ["--norc", "-c", run], { encoding: "utf8" });
  expect(stdout).toContain("Usage: gatepost stats");
});

test("zsh has one of its own, with the same words", async () => {
  const { stdout } = await gatepost(["completion", "zsh"]);
  expect(stdout).toMatch(/^#compdef gatepost\n/);
  expect(stdout).toContain('"gatepost account") compadd -- create top-up suspend list set --help ;;');
  // Where there is a zsh, it reads it.
  const read = spawnSync("zsh", ["-n"], { input: stdout, encoding: "utf8" });
  if (!read.error) expect(read.stderr).toBe("");
});
