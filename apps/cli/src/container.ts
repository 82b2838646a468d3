import { existsSync } from "node:fs";
import { connect } from "@gatepost/db/connect";
import { requireSecret } from "@gatepost/domain/encryption/installation-secret";
import type { Context } from "@gatepost/domain/platform/context";
import { isMigrated } from "@gatepost/domain/platform/is-migrated";
import { openAppContext } from "@gatepost/domain/platform/open-app-context";
import { onOff, readAppSettings } from "@gatepost/domain/platform/settings";
import { commandName } from "./command-name.ts";
import { addressOf, findDatabase } from "./installation/database.ts";
import { readOperatorSettings, sayTarget } from "./installation/running.ts";
import { keepSecret } from "./installation/secret.ts";
import { terminalPhase } from "./output/report.ts";

/** The operator at this machine. Disposing closes only what was opened here. */
export type Operator = Context & AsyncDisposable;

/** The operator of the installation that the environment names or that runs here, whether or not it runs right now. */
export async function openOperator(env: NodeJS.ProcessEnv = process.env): Promise<Operator> {
  const settings = readOperatorSettings(env);
  if (!settings.database && !existsSync(settings.dataDir))
    throw new Error(
      `There is no installation in ${settings.dataDir}: start Gatepost once, or set GATEPOST_DATA_DIR to the folder that it uses.`,
    );
  sayTarget(settings.database ? `the database ${addressOf(settings.database.url)}` : `data in ${settings.dataDir}`);
  await using opened = new AsyncDisposableStack();
  const { url: databaseUrl } = opened.use(await terminalPhase("starting PostgreSQL", () => findDatabase(settings)));
  const secret = await keepSecret(settings);
  const operator = opened.use(operatorOf({ databaseUrl, secret }));
  await requireMigrated(operator);
  await requireSecret({ ctx: operator });
  const kept = opened.move();
  return { ...operator, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

export async function requireMigrated(operator: Operator): Promise<void> {
  if (await isMigrated({ app: operator })) return;
  throw new Error(`The database lacks migrations of this version: start Gatepost once, or run ${commandName} migrate.`);
}

export function operatorOf({ databaseUrl, secret }: { databaseUrl: string; secret: string }): Operator {
  const preparedNames = onOff(process.env, "GATEPOST_PREPARED");
  const db = connect(databaseUrl, { max: 2, queryTimeout: 0, applicationName: "gatepost operator", preparedNames });
  const settings = readAppSettings(process.env);
  return { ...openAppContext({ db, secret, settings }), actor: { kind: "system" }, [Symbol.asyncDispose]: db.close };
}
