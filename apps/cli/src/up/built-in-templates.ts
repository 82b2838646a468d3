import { connect } from "@gatepost/db/connect";
import { openGround } from "@gatepost/domain/ground";
import { egressPolicy } from "@gatepost/domain/task/egress";
import { installBuiltInTemplates } from "@gatepost/domain/template/install-built-in";

/** Brings the templates that this release carries into the database. */
export async function installTemplates({
  databaseUrl,
  secret,
}: {
  databaseUrl: string;
  secret: string;
}): Promise<void> {
  const db = connect(databaseUrl, { max: 1 });
  try {
    const settings = { maxBacklog: 0, egress: egressPolicy(), solutionSeconds: 0 };
    const ground = openGround({ db, secret, settings });
    await installBuiltInTemplates({ ctx: { ...ground, actor: { kind: "system" } } });
  } finally {
    await db.close();
  }
}
