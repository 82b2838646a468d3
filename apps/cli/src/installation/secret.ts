import { randomBytes } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { copyFile, lchown, link, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isRoot, makeDataFolder } from "@gatepost/db/embedded/user";
import { commandName } from "../command-name.ts";
import type { Settings } from "./settings.ts";

/** Characters. The vault takes no shorter one. */
const shortestSecret = 32;

type SecretSettings = Pick<Settings, "secret" | "dataDir">;

/**
 * The secret that encrypts what is stored: the operator's, otherwise the one in the data folder, which is generated
 * when it is first needed, readable by its owner only. Without it every stored value is lost. Rejects while a change is
 * unfinished, because values are then encrypted with either secret.
 */
export async function keepSecret({ secret, dataDir }: SecretSettings): Promise<string> {
  if (secret) return secret;
  requireSettled(dataDir);
  await makeDataFolder(dataDir);
  return readOrMake(secretFile(dataDir));
}

/** The secret if there is one; none is generated. Rejects as keepSecret does. */
export async function findSecret(settings: SecretSettings): Promise<string> {
  if (!settings.secret) requireSettled(settings.dataDir);
  return presentSecret(settings);
}

function requireSettled(dataDir: string): void {
  if (existsSync(nextFile(dataDir)))
    throw new Error(`A change of the secret was interrupted: finish it with ${commandName} secret rotate.`);
}

/** The secret to change from, although the change may have begun. */
export async function presentSecret({ secret, dataDir }: SecretSettings): Promise<string> {
  if (secret) return secret;
  const file = secretFile(dataDir);
  if (!existsSync(file)) throw new Error(`There is no secret: put it into GATEPOST_SECRET, or into ${file}.`);
  return readSecret(file);
}

/** The secret to change to, stored beside the current one; the same again until it has replaced it. */
export const nextSecret = async ({ dataDir }: SecretSettings): Promise<string> => readOrMake(nextFile(dataDir));

/** Replaces the current secret with the next one. The old one is kept beside it for older backups. Returns where. */
export async function replaceSecret({ dataDir }: SecretSettings): Promise<string> {
  const file = secretFile(dataDir);
  const old = `${file}.until-${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}`;
  // A copy rather than a rename, so that there is a secret at every moment.
  await writeFile(old, await readFile(file), { mode: 0o600, flag: "wx", flush: true });
  if (isRoot()) {
    // The secret may belong to an ordinary user, who must be able to read the next one. lchown does not follow a link.
    const { uid, gid } = await stat(file);
    for (const made of [old, nextFile(dataDir)]) await lchown(made, uid, gid);
  }
  await rename(nextFile(dataDir), file);
  return old;
}

const secretFile = (dataDir: string): string => join(dataDir, "secret");

const nextFile = (dataDir: string): string => join(dataDir, "secret.next");

/** The errors of file systems without hard links, such as exFAT and some network shares. */
const withoutLinks = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

async function readOrMake(file: string): Promise<string> {
  if (!existsSync(file)) {
    const unfinished = `${file}.${process.pid}`;
    try {
      await writeFile(unfinished, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flush: true });
      // Complete or not at all, whatever happens meanwhile. Of several processes, one makes it.
      await link(unfinished, file).catch((error) => {
        if (!withoutLinks.has(error.code)) throw error;
        return copyFile(unfinished, file, constants.COPYFILE_EXCL);
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      await rm(unfinished, { force: true });
    }
  }
  return readSecret(file);
}

async function readSecret(file: string): Promise<string> {
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length >= shortestSecret) return secret;
  throw new Error(
    `${file} has no secret of at least ${shortestSecret} characters: restore it, or delete it if Gatepost has never run with it.`,
  );
}
