import { createHmac } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { type DatabaseUrls, roles } from "../roles/roles.ts";

/** The port stored in `file` if it is still free, otherwise a free one, which is then stored. */
export async function keepPort(file: string): Promise<number> {
  const kept = Number(await readFile(file, "utf8").catch(() => ""));
  if (kept && (await tryPort(kept)) !== undefined) return kept;
  const port = await tryPort(0);
  if (port === undefined) throw new Error("No port is free on 127.0.0.1 for the embedded PostgreSQL.");
  await writeFile(file, String(port));
  return port;
}

/** Listens for a moment; 0 asks the system for a free port. Undefined if it is taken. */
function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on("error", () => resolve(undefined));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : undefined));
    });
  });
}

export interface EmbeddedUrls extends DatabaseUrls {
  /** As PostgreSQL's superuser, to create and drop roles and databases. */
  adminUrl: string;
}

/**
 * The addresses of one database of our own server, derived from its superuser's. The other passwords are derived from
 * the superuser's, and none of them reveals another.
 */
export function embeddedUrls(adminUrl: string): EmbeddedUrls {
  const { password } = new URL(adminUrl);
  const urlOf = (role: string) => {
    const url = new URL(adminUrl);
    url.username = role;
    url.password = createHmac("sha256", password).update(`gatepost role ${role}`).digest("base64url");
    return url.href;
  };
  return { adminUrl, url: urlOf(roles.owner), webUrl: urlOf(roles.web), workerUrl: urlOf(roles.worker) };
}
