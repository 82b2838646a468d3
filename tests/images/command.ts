import { spawn } from "node:child_process";

export interface Ended {
  code: number;
  /** What it printed on both streams. */
  output: string;
}

/** Runs a program to its end. `log` gets each line of output that it prints. */
export function tryCommand(program: string, args: string[], log: (line: string) => void = () => {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      let rest = "";
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        const lines = (rest + text).split("\n");
        rest = lines.pop() as string;
        for (const line of lines) log(line);
      });
    }
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** The same, and rejects with the end of the output unless the program ends with 0. Returns the output, trimmed. */
export async function command(program: string, args: string[], log?: (line: string) => void): Promise<string> {
  const { code, output } = await tryCommand(program, args, log);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${output.slice(-4_000)}`);
  return output.trim();
}
