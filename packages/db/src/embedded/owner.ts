import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { beginningOf } from "./process.ts";

/**
 * Claims something for this process by a file with its id, and returns a function that releases it. Throws the error of
 * `busy` if a running process holds the claim already; the claim of a dead one is taken over.
 */
export function claim(file: string, busy: (pid: number) => Error): () => void {
  for (;;) {
    try {
      writeFileSync(file, `${process.pid} ${beginningOf(process.pid)}`, { flag: "wx" });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const pid = holder(file);
    if (pid !== undefined) throw busy(pid);
    rmSync(file, { force: true });
  }
}

/** The running process that holds the claim, if there is one. */
export function holder(file: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
  const pid = Number.parseInt(text, 10);
  return text === `${pid} ${beginningOf(pid)}` ? pid : undefined;
}
