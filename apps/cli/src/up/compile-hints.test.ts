import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { finishChunks } from "./web-build.ts";

const folder = openFolder();

test("every script is hinted once, and every file is there in Brotli too", async () => {
  writeFileSync(join(folder, "a.js"), "let a;");
  writeFileSync(join(folder, "a.css"), "a{}");
  await finishChunks(folder);
  await finishChunks(folder);
  expect(readFileSync(join(folder, "a.js"), "utf8")).toBe("//# allFunctionsCalledOnLoad\nlet a;");
  expect(readFileSync(join(folder, "a.css"), "utf8")).toBe("a{}");
  for (const name of ["a.js", "a.css"])
    expect(brotliDecompressSync(readFileSync(join(folder, `${name}.br`)))).toEqual(readFileSync(join(folder, name)));
});
