import { expect, test } from "vitest";
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
