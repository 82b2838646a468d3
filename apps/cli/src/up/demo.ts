import { seedDemo } from "../../../../prisma/seed.ts";
import { rightCode, startSite } from "../../../../tests/site/server.ts";
import { operatorOf } from "../container.ts";
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
  const { clientKey } = await seedDemo({ ctx, secret: installation.secret, origin });
  // The documentation's port, unless something else has it.
  const site = await startSite({ port: 3900 }).catch(() => startSite());
  return {
    clientKey,
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
