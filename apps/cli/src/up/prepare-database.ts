import { migrate } from "@gatepost/db/migration/migrate";
import { requireSecret } from "@gatepost/domain/encryption/installation-secret";
import { getReconciliation, getReconciliationFailure } from "@gatepost/domain/money/reconcile";
import { installBuiltInTemplates } from "@gatepost/domain/templates/built-in/install";
import { operatorOf } from "../container.ts";
import { reconciliationText } from "../output/reconciliation-text.ts";

/**
 * Applies the migrations and the built-in templates of this release to the database. `complaint`: the reconciliation result that the
 * operator must see before anything starts.
 */
export async function prepareDatabase(installation: { databaseUrl: string; secret: string }) {
  const { applied } = await migrate(installation.databaseUrl);
  await using ctx = operatorOf(installation);
  await requireSecret({ ctx });
  await installBuiltInTemplates({ ctx });
  const check = await getReconciliation({ ctx });
  const failingSince = await getReconciliationFailure({ ctx });
  const isWrong = check?.differences.length || failingSince;
  return { applied, complaint: isWrong ? reconciliationText(check, failingSince) : undefined };
}
