import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/**
 * A value that nobody should see: what is typed at a terminal, which does not show it, or else standard input, without a
 * line break at its end. Never an argument, which other users of the machine could read and the shell's history keeps.
 */
export async function readHidden(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return (await readAll(process.stdin)).replace(/\r?\n$/, "");
  process.stderr.write(prompt);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  terminal.on("SIGINT", () => process.exit(130));
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}

async function readAll(input: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
