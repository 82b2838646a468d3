import { mkdir } from "node:fs/promises";
import { connect } from "@gatepost/db/connect";
import type { Context } from "@gatepost/domain/context";
import { openGround } from "@gatepost/domain/ground";
import { egressPolicy } from "@gatepost/domain/task/egress";
import { findDatabase } from "./up/database.ts";
import { keepSecret } from "./up/secret.ts";
import { readSettings } from "./up/settings.ts";

/** The operator at this machine, with the database of this installation, whether or not it runs right now. */
export type Operator = Context & AsyncDisposable;

/** Opens what a command of the operator needs. Disposing it closes all that was opened here, and nothing else. */
export async function openOperator(env: NodeJS.ProcessEnv = process.env): Promise<Operator> {
  const settings = readSettings(env);
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await findDatabase(settings));
  const db = connect(database.url, { max: 2, applicationName: "gatepost command" });
  opened.defer(db.close);
  await mkdir(settings.dataDir, { recursive: true });
  const ground = openGround({
    db,
    secret: settings.secret ?? (await keepSecret(settings.dataDir)),
    settings: { maxBacklog: 0, egress: egressPolicy(settings.egressAllow.join(",")), solutionSeconds: 0 },
  });
  const kept = opened.move();
  return { ...ground, actor: { kind: "system" }, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
