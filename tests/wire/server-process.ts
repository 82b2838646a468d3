import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";

/** Where Debian puts servers is not on everybody's PATH. */
const env = { PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };

/** Why there is no such server to test with; undefined where there is one. */
export function whyNoServer(program: string, version: string): string | undefined {
  try {
    execFileSync(program, [version], { env, stdio: "ignore" });
    return undefined;
  } catch {
    return `${program} is not installed (on Debian: apt-get install ${program})`;
  }
}

/** Starts a server in the foreground, which ends with us. Resolves when it listens on the port, with what stops it. */
export async function startServer(
  program: string,
  args: string[],
  { port, user }: { port: number; user?: { uid: number; gid: number } | undefined },
): Promise<() => Promise<void>> {
  const child = spawn(program, args, { ...user, cwd: "/", env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  const leave = () => child.kill("SIGKILL");
  process.once("exit", leave);
  await untilOpen(port, child).catch((cause: unknown) => {
    throw new Error(`${program} did not start: ${said}`, { cause });
  });
  return async () => {
    process.off("exit", leave);
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };
}

/** Resolves when the server listens on the port; rejects if it ends before. */
async function untilOpen(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const open = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open) return;
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
