import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { demoSitePort, firstLate, firstTask } from "@gatepost/contract/first-task";
import { createUser } from "@gatepost/domain/people/create-user";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { seedDemo } from "../../../../prisma/seed.ts";
import { type Operator, operatorOf } from "../container.ts";
import { rightCode } from "../demo-site/accounts.ts";
import { type Site, startSite } from "../demo-site/server.ts";
import { passwordFrom } from "../password.ts";
import type { Demo } from "./announcements.ts";

type StartDemoInput = { databaseUrl: string; secret: string; origin: string; dataDir: string };

/** Seeds the demo's account and history, and starts the site that its task signs in to. */
export async function startDemo({ origin, dataDir, ...installation }: StartDemoInput) {
  await using ctx = operatorOf(installation);
  const { clientKey, accountId } = await seedDemo({ ctx, secret: installation.secret, origin });
  const signIn = await demoUser(ctx, accountId, installation.secret);
  const keyFile = join(dataDir, "demo-key");
  await writeFile(keyFile, `${clientKey}\n`, { mode: 0o600 });
  const site = await startDemoSite(dataDir);
  const demo: Demo = {
    signIn,
    websiteURL: `${site.url}/login`,
    templateName: firstTask.templateName,
    variables: firstTask.variables,
    late: { name: firstLate, value: rightCode },
  };
  return {
    ...demo,
    /** The origin of the demo site, which the documentation shows. */
    site: site.url,
    /** The file that has the account's key, for commands on this machine. */
    keyFile,
    /** The addresses that tasks must be allowed to reach: the second one is the other site of its page with a frame. */
    addresses: [`127.0.0.1:${site.port}`, `localhost:${site.port}`],
    [Symbol.asyncDispose]: site.close,
  };
}

/**
 * The demo's owner. The password is derived from the installation's secret, so that each start can print it; it is
 * never a default. It is undefined if somebody has changed it, or the secret.
 */
async function demoUser(ctx: Operator, accountId: number, secret: string): Promise<Demo["signIn"]> {
  const email = "demo@gatepost.local";
  const password = passwordFrom(secret, "gatepost demo password");
  const user = await ctx.db.prisma.user.findUnique({
    where: { email },
    select: { credentials: { select: { password: true }, where: { password: { not: null } } } },
  });
  if (!user) {
    const passwordHash = await hashPassword(password);
    await createUser({ ctx, input: { email, passwordHash, account: { accountId } } });
  } else {
    const [credential] = user.credentials;
    if (!credential?.password || !(await verifyPassword({ hash: credential.password, password }))) return { email };
  }
  return { email, password };
}

/**
 * Starts the demo site on the port that it had last time, so that a task that was running when Gatepost stopped finds
 * it again; otherwise on the documentation's port, or on any free one. The port is kept in the data folder.
 */
export async function startDemoSite(dataDir: string, usualPort = demoSitePort): Promise<Site> {
  const file = join(dataDir, "demo-port");
  const lastPort = Number(await readFile(file, "utf8").catch(() => ""));
  const site = await startOnOneOf([...(isPort(lastPort) ? [lastPort] : []), usualPort, 0]);
  // Only a convenience: without it the demo works until the next start.
  await writeFile(file, `${site.port}\n`).catch(() => {});
  return site;
}

async function startOnOneOf(ports: number[]): Promise<Site> {
  const [port, ...others] = ports;
  try {
    return await startSite({ port: port ?? 0 });
  } catch (error) {
    if (others.length === 0) throw error;
    return startOnOneOf(others);
  }
}

const isPort = (port: number) => Number.isInteger(port) && port > 0 && port < 65_536;
