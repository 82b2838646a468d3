import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeDataFolder } from "@gatepost/db/embedded/folder";
import type { Settings } from "./settings.ts";

/**
 * The secret that encrypts what is stored: the operator's, else the one of the data folder, made there when it is first
 * asked for, for its owner alone. Whoever loses it loses every stored value.
 */
export async function keepSecret({ secret, dataDir }: Pick<Settings, "secret" | "dataDir">): Promise<string> {
  if (secret) return secret;
  await makeDataFolder(dataDir);
  const file = join(dataDir, "secret");
  const made = randomBytes(32).toString("base64url");
  try {
    await writeFile(file, `${made}\n`, { mode: 0o600, flag: "wx" });
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return (await readFile(file, "utf8")).trim();
  }
}
