import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { modes } from "@gatepost/contract/modes";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import { expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { gatepostHere as gatepost } from "../test-command.ts";

const script = (await gatepost("completion bash")).stdout;

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
  expect(offered("stats", "1001", "--mode", "")).toEqual([...modes]);
  expect(offered("correct", "count", "1001", "--metric", "view")).toEqual(["view", "view_excluded"]);
  expect(offered("completion", "")).toEqual(["bash", "zsh", "--help"]);
  // A file comes next: nothing of ours, so that the shell offers its own.
  expect(offered("template", "import", "docs/ex")).toEqual([""]);
});

test("the script brings the command where it is not on the path", () => {
  const run = `${script}\ngatepost stats --help`;
  const { stdout } = spawnSync("bash", ["--norc", "-c", run], { encoding: "utf8" });
  expect(stdout).toContain("Usage: npx gatepost stats");
});

/** Types each line and a tab into an interactive zsh; what stands in its line then, or `nothing` after ten seconds. */
const typist = `
zmodload zsh/zpty
zpty -b shell zsh -f -i
zpty -w shell "PS1='> '; source $1; print READ''Y"
seen=; until [[ $seen == *READY* ]]; do zpty -r -t shell part && seen+=$part || sleep 0.02; done
shift
for typed expected in "$@"; do
  seen=; zpty -w -n shell $'\\C-u'"$typed"$'\\t'
  for wait in {1..500}; do
    zpty -r -t shell part && seen+=$part || sleep 0.02
    [[ $seen == *$expected* ]] && break
  done
  [[ $seen == *$expected* ]] && print -r -- "$expected" || print nothing
done
zpty -d shell`;

const noZsh = spawnSync("zsh", ["--version"]).error && "zsh is not installed";

test("zsh completes with the script sourced, and nothing else loaded", {
  ...skippedIf(noZsh),
  timeout: 60_000,
}, async () => {
  const folder = openFolder();
  const file = join(folder, "completion");
  writeFileSync(file, (await gatepost("completion zsh")).stdout);
  writeFileSync(join(folder, "a-file.json"), "{}");
  const lines = [
    ["gatepost account su", "suspend"],
    ["gatepost ac", "account"],
    ["gatepost stats 1001 --mode mon", "money"],
    // A file where nothing of ours begins so.
    [`gatepost template import ${folder}/a-fi`, "a-file.json"],
  ];
  const { stdout, stderr } = spawnSync("zsh", ["-f", "-c", typist, "zsh", file, ...lines.flat()], {
    encoding: "utf8",
    env: { ...process.env, ZDOTDIR: folder },
  });
  expect({ stdout: stdout.trim().split("\n"), stderr }).toEqual({
    stdout: lines.map(([, expected]) => expected),
    stderr: "",
  });
});
