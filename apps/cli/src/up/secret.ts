import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The secret that encrypts what is stored: read from the data folder, or made there at the first start, for its owner
 * alone. Whoever loses it loses every stored value.
 */
export async function keepSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "secret");
  const kept = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (kept) return kept.trim();
  const made = randomBytes(32).toString("base64url");
  await writeFile(file, `${made}\n`, { mode: 0o600, flag: "wx" });
  return made;
}
