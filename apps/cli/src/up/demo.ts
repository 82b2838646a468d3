import { existsSync } from "node:fs";
import { join } from "node:path";
import { rightCode, startSite } from "../../../../tests/site/server.ts";
import { ROOT } from "../root.ts";
import type { Demo } from "./welcome.ts";

const SEED = join(ROOT, "prisma/seed.ts");

/** What prisma/seed.ts promises: makes what is missing, and returns the same key at every start. */
type Seed = { seedDemo(input: { databaseUrl: string; secret: string }): Promise<{ clientKey: string }> };

export type RunningDemo = Demo & {
  /** What tasks must be allowed to reach. */
  address: string;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Seeds the demo's account and history, and starts the site that its task signs in to. */
export async function startDemo(input: { databaseUrl: string; secret: string }): Promise<RunningDemo | undefined> {
  if (!existsSync(SEED)) return undefined;
  const { seedDemo } = (await import(SEED)) as Seed;
  const { clientKey } = await seedDemo(input);
  const site = await startSite({ host: "127.0.0.1", port: 0 });
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
