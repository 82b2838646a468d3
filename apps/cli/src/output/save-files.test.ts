import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptySolution } from "@gatepost/domain/platform/testing";
import type { TaskResult } from "gatepost";
import { expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { filesOfFailure, filesOfSolution, saveFiles, saveResult } from "./save-result.ts";

const folder = openFolder();
const newFolder = () => mkdtempSync(join(folder, "of-a-test-"));

const file = (name: string, text: string) => ({
  name,
  type: "text/plain",
  size: text.length,
  base64: Buffer.from(text).toString("base64"),
});

const solution = {
  ...emptySolution,
  files: {
    report: file("Sales 2026.csv", "a,b"),
    "../../up": file("../../../etc/passwd", "evil"),
    "..": file("..", "dots"),
    "a/b": file("\u0000CON\n", "odd"),
    a_b: file("_CON_", "same"),
  },
  screenshots: [Buffer.from("picture").toString("base64")],
  HTMLsInBase64: [Buffer.from("<p>").toString("base64")],
  texts: { "/account/balance": "$3" },
  data: { orders: [{ id: "1", note: null }] },
};

function all(folder: string, below = ""): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? all(folder, join(below, entry.name)) : [join(below, entry.name)],
  );
}

test("every part of a result is written below the folder, whatever its name", async () => {
  const parent = newFolder();
  const folder = join(parent, "out");
  const written = await saveFiles(folder, filesOfSolution(solution));
  expect(all(parent).sort()).toEqual(
    [
      "out/files/report/Sales 2026.csv",
      "out/files/__.._up/__.._.._etc_passwd",
      "out/files/_/_",
      "out/files/a_b/_CON_",
      "out/files/a_b/_CON_-2",
      "out/screenshots/1.png",
      "out/snapshots/1.html",
      "out/texts/_account_balance.txt",
      "out/data/orders.json",
    ].sort(),
  );
  expect(written).toHaveLength(9);
  expect(readFileSync(join(folder, "files/report/Sales 2026.csv"), "utf8")).toBe("a,b");
  expect(JSON.parse(readFileSync(join(folder, "data/orders.json"), "utf8"))).toEqual(solution.data.orders);
});

test("a long name is cut, however many bytes its characters take", async () => {
  const folder = newFolder();
  await saveFiles(folder, filesOfSolution({ ...emptySolution, texts: { ["残".repeat(128)]: "1" } }));
  expect(all(folder)).toEqual([expect.stringMatching(/^texts\/残{70,}\.txt$/)]);
});

test("a folder that cannot be written is named, with why and what to do", async () => {
  const taken = join(newFolder(), "taken");
  writeFileSync(taken, "");
  const result = { status: "ready", solution: { ...emptySolution, url: "https://example.org/", texts: { a: "1" } } };
  await expect(saveResult(async () => result as unknown as TaskResult, taken, {})).rejects.toThrow(
    `${taken} cannot be written, because a part of it is a file: name another folder.`,
  );
});

test("an existing file is replaced only with force; otherwise nothing is written", async () => {
  const folder = newFolder();
  const files = filesOfSolution({ ...emptySolution, texts: { a: "new", b: "new" } });
  await saveFiles(folder, files.slice(1));
  writeFileSync(join(folder, "texts/b.txt"), "mine");
  await expect(saveFiles(folder, files)).rejects.toThrow("texts/b.txt is there already, so nothing was written");
  expect(all(folder)).toEqual(["texts/b.txt"]);
  await saveFiles(folder, files, { force: true });
  expect(readFileSync(join(folder, "texts/b.txt"), "utf8")).toBe("new");
});

test("a link that leads out of the folder is not followed", async () => {
  const [folder, elsewhere] = [1, 2].map(() => newFolder()) as [string, string];
  const files = filesOfSolution({ ...emptySolution, texts: { a: "text" } });
  symlinkSync(elsewhere, join(folder, "texts"));
  await expect(saveFiles(folder, files, { force: true })).rejects.toThrow("leads to another folder");
  expect(all(elsewhere)).toEqual([]);
});

test("a failed task has its picture and the texts that it had read", () => {
  const failure = {
    step: "2",
    type: "CLICK" as const,
    url: "",
    candidates: [],
    screenshot: Buffer.from("RIFF").toString("base64"),
  };
  const partial = { texts: { total: "$3" }, data: {} };
  expect(filesOfFailure({ failure, partial }).map(({ path }) => path)).toEqual(["failure.webp", "texts/total.txt"]);
  expect(filesOfFailure({})).toEqual([]);
});
