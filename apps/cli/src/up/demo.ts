import { isDomainError } from "@gatepost/domain/errors";
import { createUser } from "@gatepost/domain/user/create-user";
import { hashPassword } from "better-auth/crypto";
import { seedDemo } from "../../../../prisma/seed.ts";
import { rightCode, startSite } from "../../../../tests/site/server.ts";
import { type Operator, operatorOf } from "../container.ts";
import { passwordFrom } from "../password.ts";
import type { Demo } from "./welcome.ts";

export type RunningDemo = Demo & {
  /** What tasks must be allowed to reach. */
  address: string;
  [Symbol.asyncDispose](): Promise<void>;
};

type StartDemoInput = { databaseUrl: string; secret: string; origin: string };

/** Seeds the demo's account and history, and starts the site that its task signs in to. */
export async function startDemo({ origin, ...installation }: StartDemoInput): Promise<RunningDemo> {
  await using ctx = operatorOf(installation);
  const { clientKey, accountId } = await seedDemo({ ctx, secret: installation.secret, origin });
  const signIn = await demoUser(ctx, accountId, installation.secret);
  // The documentation's port, unless something else has it.
  const site = await startSite({ port: 3900 }).catch(() => startSite());
  return {
    clientKey,
    signIn,
    websiteURL: `${site.url}/login`,
    templateName: "Sign-in with 2FA and wait for control text",
    variables: {
      login_input_css: "#login",
      login_input_value: "ada",
      password_input_css: "#password",
      password_input_value: "lovelace",
      "2fa_input_css": "#2facode",
      "2fa_input_value": "_WAIT_FOR_IT_",
      control_text: "Welcome, Ada",
    },
    late: { name: "2fa_input_value", value: rightCode },
    address: `127.0.0.1:${site.port}`,
    [Symbol.asyncDispose]: site.close,
  };
}

/** The demo's owner. The password comes from the installation's secret, so that each start can print it; never a default. */
async function demoUser(
  ctx: Operator,
  accountId: number,
  secret: string,
): Promise<{ email: string; password: string }> {
  const email = "demo@gatepost.local";
  const password = passwordFrom(secret, "gatepost demo password");
  const passwordHash = await hashPassword(password);
  await createUser({ ctx, input: { email, passwordHash, account: { accountId } } }).catch((error: unknown) => {
    // Made by an earlier start.
    if (!isDomainError(error)) throw error;
  });
  return { email, password };
}
