import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { finishChunks, untilClaimed } from "./web-build.ts";

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

test("while another process builds, a second one waits, and then builds itself if that is still needed", async () => {
  const file = join(folder, "below/builder");
  const said: string[] = [];
  const release = await untilClaimed(file, { say: (detail) => said.push(detail) });
  const second = untilClaimed(file, { say: (detail) => said.push(detail) });
  await expect.poll(() => said.length).toBeGreaterThan(1);
  expect(new Set(said)).toEqual(new Set([`process ${process.pid} does it`]));
  release();
  (await second)();
  expect(existsSync(file)).toBe(false);
});
