import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

const program = `
  process.stderr.isTTY = true;
  const { phase } = await import(${JSON.stringify(new URL("./progress.mjs", import.meta.url).href)});
  await phase("building", () => new Promise((resolve) => setTimeout(resolve, 1_100)));
`;

test.each([
  ["xterm-256color", true],
  ["dumb", false],
])("a terminal of the type %s gets a line that is overwritten: %s", async (TERM, isOverwritten) => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { env: { ...process.env, TERM } });
  const said = await text(child.stderr);
  expect(said).toContain("· building … 1 s\n");
  expect(said.includes("\u001b[2K")).toBe(isOverwritten);
});
