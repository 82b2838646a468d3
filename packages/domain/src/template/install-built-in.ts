import type { Context } from "../context.ts";
import { signInWith2fa } from "./built-in/sign-in-with-2fa.ts";
import { saveTemplate } from "./save-template.ts";

export const builtInTemplates = [signInWith2fa];

/** Brings the built-in templates to what this release holds; an unchanged one keeps its version. */
export async function installBuiltInTemplates({ ctx }: { ctx: Context }): Promise<void> {
  for (const document of builtInTemplates) await saveTemplate({ ctx, input: { accountId: null, document } });
}
