import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A terminal in which one block after the other is pasted. */
export interface Shell extends AsyncDisposable {
  run(block: string): Promise<{ code: number; output: string }>;
}

/** Opens a shell in a folder. What a block writes to either stream is its output; it is asked nothing. */
export function openShell({ cwd, env }: { cwd: string; env: Record<string, string> }): Shell {
  const folder = mkdtempSync(join(tmpdir(), "gatepost-shell-"));
  // By way of cat: a pipe can be opened anew as /dev/stderr, and what Node.js gives a child cannot.
  const child = spawn("sh", ["-c", "sh 2>&1 | cat"], { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
  let over = false;
  let printed = Promise.withResolvers<void>();
  const closed = once(child, "close").then(() => {
    over = true;
    printed.resolve();
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    printed.resolve();
  });
  return {
    async run(block) {
      const file = join(folder, "block.sh");
      const mark = `--- ${randomUUID()}`;
      writeFileSync(file, block);
      output = "";
      child.stdin.write(`. ${file} </dev/null; printf '\\n%s %s\\n' '${mark}' $?\n`);
      for (;;) {
        const [said = "", end] = output.split(mark);
        const code = /^ (\d+)\n/.exec(end ?? "")?.[1];
        if (code !== undefined) return { code: Number(code), output: said.trim() };
        if (over) throw new Error(`The shell has ended. It said: ${output}`);
        await printed.promise;
        printed = Promise.withResolvers();
      }
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
