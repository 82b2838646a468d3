import { connect, createServer, type Socket } from "node:net";
import { type Operator, openOperator } from "../factories.ts";
import { type Installation, type InstallationOptions, startInstallation } from "../installation.ts";

/** The web app alone, with settings of its own, as long as a test needs it. */
export interface Web extends Installation, AsyncDisposable {
  operator: Operator;
}

export async function startWeb(options: InstallationOptions = {}): Promise<Web> {
  const installation = await startInstallation(options);
  const operator = openOperator(installation);
  return {
    ...installation,
    operator,
    async [Symbol.asyncDispose]() {
      await operator.close();
      await installation.stop();
    },
  };
}

/** A port that nobody listens on, for a program that must know its own address before it listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((done) => server.close(done));
  return port;
}

/** A way to a server that can be cut and healed, for real: connections end, and new ones are refused. */
export async function startWay(to: { host: string; port: number }) {
  const sockets = new Set<Socket>();
  const open = () =>
    createServer((near) => {
      const far = connect(to);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.on("error", () => {});
        one.on("close", () => {
          sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
  let server = open();
  const port = await listen(server);
  return {
    port,
    async cut() {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async heal() {
      server = open();
      await listen(server, port);
    },
  };
}

function listen(server: ReturnType<typeof createServer>, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
  });
}
