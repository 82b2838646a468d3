import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";

/** Resolves when the server listens on the port; rejects if it ends before. */
export async function untilOpen(port: number, child: ChildProcess): Promise<void> {
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
