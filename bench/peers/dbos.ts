import { DBOS } from "@dbos-inc/dbos-sdk";

/** DBOS on the database of the installation, with as many connections as the product's floors have. */
export async function launch(): Promise<void> {
  DBOS.setConfig({
    name: "bench",
    systemDatabaseUrl: process.env.DATABASE_URL as string,
    systemDatabasePoolSize: 32,
    runAdminServer: false,
    logLevel: "error",
  });
  await DBOS.launch();
}
