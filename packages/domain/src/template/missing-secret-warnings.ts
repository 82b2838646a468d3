import type { Problem } from "@gatepost/contract/problem";
import { stepPathText } from "@gatepost/contract/step-paths";
import type { Step } from "@gatepost/contract/steps";
import type { Context } from "../context.ts";
import { findMissingSecrets, howToStore } from "../stored-secret/find-missing-secrets.ts";
import { requirementsOf } from "./requirements.ts";

/** A warning for each secret that a template types and the account has not stored yet, at its first use. */
export async function missingSecretWarnings(
  ctx: Pick<Context, "db">,
  accountId: number,
  steps: readonly Step[],
): Promise<Problem[]> {
  const { secrets } = requirementsOf(steps);
  const missing = await findMissingSecrets(ctx, accountId, [...secrets.keys()]);
  return missing.map((name) => ({
    path: `steps.${stepPathText(secrets.get(name) ?? [])}`,
    message: `It types the secret ${JSON.stringify(name)}, which is not stored in this account yet: ${howToStore(name)} before you create a task.`,
  }));
}
