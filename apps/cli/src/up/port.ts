import { createServer } from "node:net";

/** Resolves if our web server can listen there; otherwise rejects with what to do. */
export function requireFreePort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", (error: NodeJS.ErrnoException) => reject(new Error(explain(error, host, port))));
    server.listen(port, host, () => server.close(() => resolve()));
  });
}

function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} is taken by another program: stop that one, or choose another port, as in PORT=${port + 1} npm start.`;
    case "EACCES":
      return `This user may not listen on port ${port}: choose one from 1024 on, as in PORT=3000 npm start.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `HOST is ${host}, which is no address of this machine: use 127.0.0.1, or 0.0.0.0 for all.`;
    default:
      return `Gatepost cannot listen on ${host}:${port}: ${message}.`;
  }
}
