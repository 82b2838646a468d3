import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";

const program = `
  import { onStopRequest } from ${JSON.stringify(join(import.meta.dirname, "signal.ts"))};
  onStopRequest((request, signal) => console.log("request", request, signal), 100);
  setInterval(() => {}, 1000);
  console.log("ready");
`;

test("signals that follow each other at once are one request to stop, and a later one is another", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  try {
    await expect.poll(() => said).toBe("ready\n");
    for (const signal of ["SIGINT", "SIGINT", "SIGTERM"] as const) child.kill(signal);
    await expect.poll(() => said).toMatch(/^ready\nrequest 1 SIG(INT|TERM)\n$/);
    await sleep(200);
    child.kill("SIGHUP");
    await expect.poll(() => said).toMatch(/request 2 SIGHUP\n$/);
  } finally {
    child.kill("SIGKILL");
  }
});
