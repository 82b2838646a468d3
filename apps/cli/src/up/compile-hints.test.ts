import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hintScripts } from "./web-build.ts";

test("every script is hinted once, and nothing else", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hints-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "a.js"), "let a;");
  writeFileSync(join(folder, "a.css"), "a{}");
  await hintScripts(folder);
  await hintScripts(folder);
  expect(readFileSync(join(folder, "a.js"), "utf8")).toBe("//# allFunctionsCalledOnLoad\nlet a;");
  expect(readFileSync(join(folder, "a.css"), "utf8")).toBe("a{}");
});
