import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { firstLate, firstTask } from "@gatepost/contract/first-task";
import { isDomainError } from "@gatepost/domain/errors";
import { createUser } from "@gatepost/domain/user/create-user";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { seedDemo } from "../../../../prisma/seed.ts";
import { type Operator, operatorOf } from "../container.ts";
import { rightCode } from "../demo-site/accounts.ts";
import { passwordFrom } from "../password.ts";
import { startDemoSite } from "./demo-site.ts";
import type { Demo } from "./welcome.ts";

type RunningDemo = Demo & {
  /** The origin of the demo site, which the documentation shows. */
  site: string;
  /** The file that has the account's key, for commands on this machine. */
  keyFile: string;
  /** The addresses that tasks must be allowed to reach: the second one is the other site of its page with a frame. */
  addresses: string[];
  [Symbol.asyncDispose](): Promise<void>;
};

type StartDemoInput = { databaseUrl: string; secret: string; origin: string; dataDir: string };

/** Seeds the demo's account and history, and starts the site that its task signs in to. */
export async function startDemo({ origin, dataDir, ...installation }: StartDemoInput): Promise<RunningDemo> {
  await using ctx = operatorOf(installation);
  const { clientKey, accountId } = await seedDemo({ ctx, secret: installation.secret, origin });
  const signIn = await demoUser(ctx, accountId, installation.secret);
  const keyFile = join(dataDir, "demo-key");
  await writeFile(keyFile, `${clientKey}\n`, { mode: 0o600 });
  const site = await startDemoSite(dataDir);
  return {
    signIn,
    websiteURL: `${site.url}/login`,
    templateName: firstTask.templateName,
    variables: firstTask.variables,
    late: { name: firstLate, value: rightCode },
    site: site.url,
    keyFile,
    addresses: [`127.0.0.1:${site.port}`, `localhost:${site.port}`],
    [Symbol.asyncDispose]: site.close,
  };
}

/**
 * The demo's owner. The password is derived from the installation's secret, so that each start can print it; it is
 * never a default. Undefined if the user has changed it.
 */
async function demoUser(
  ctx: Operator,
  accountId: number,
  secret: string,
): Promise<{ email: string; password: string } | undefined> {
  const email = "demo@gatepost.local";
  const password = passwordFrom(secret, "gatepost demo password");
  const passwordHash = await hashPassword(password);
  try {
    await createUser({ ctx, input: { email, passwordHash, account: { accountId } } });
  } catch (error) {
    // Created by an earlier start.
    if (!isDomainError(error)) throw error;
    const credential = await ctx.db.prisma.credential.findFirst({
      where: { user: { email } },
      select: { password: true },
    });
    if (!credential?.password || !(await verifyPassword({ hash: credential.password, password }))) return undefined;
  }
  return { email, password };
}
