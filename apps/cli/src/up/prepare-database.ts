import { migrate } from "@gatepost/db/migrate";
import { installBuiltInTemplates } from "@gatepost/domain/template/install-built-in";
import { operatorOf } from "../container.ts";

/** Brings the tables and the templates that this release carries into the database. Returns the applied migrations. */
export async function prepareDatabase(installation: { databaseUrl: string; secret: string }): Promise<string[]> {
  const { applied } = await migrate(installation.databaseUrl);
  await using ctx = operatorOf(installation);
  await installBuiltInTemplates({ ctx });
  return applied;
}
