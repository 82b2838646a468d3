import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lives } from "@gatepost/db/embedded/process";
import { expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { run } from "./run.ts";

test.each(["before it starts", "while it runs"])(
  "a program that is stopped %s does not run to its end",
  async (when) => {
    const stopping = new AbortController();
    if (when === "before it starts") stopping.abort(new Error("stopped"));
    else setTimeout(() => stopping.abort(new Error("stopped")), 100);
    const running = run(process.execPath, ["-e", "setTimeout(() => {}, 3_000)"], { signal: stopping.signal });
    const began = performance.now();
    await expect(running).rejects.toThrow("stopped");
    expect(performance.now() - began).toBeLessThan(2_000);
  },
);

test("a program of Node.js ends if the process is killed that runs it, as a build that would keep the next one from starting", async () => {
  const [script, started] = ["program.mjs", "started"].map((name) => join(openFolder(), name)) as [string, string];
  writeFileSync(
    script,
    `import { writeFileSync } from "node:fs";
     writeFileSync(${JSON.stringify(started)}, String(process.pid));
     setTimeout(() => {}, 60_000);`,
  );
  const module = new URL("./run.ts", import.meta.url).href;
  const program = `import(${JSON.stringify(module)}).then(({ run }) => run(process.execPath, [${JSON.stringify(script)}]));`;
  const parent = spawn(process.execPath, ["-e", program], { stdio: "ignore" });
  const pid = () => Number(readFileSync(started, "utf8"));
  await expect.poll(pid).toBeGreaterThan(0);
  parent.kill("SIGKILL");
  await expect.poll(() => lives(pid()), { timeout: 10_000 }).toBe(false);
});
