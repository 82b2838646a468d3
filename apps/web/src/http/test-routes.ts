import { cloneDatabase } from "@gatepost/db/testing";
import { afterAll } from "vitest";
import { openContainer } from "../container.ts";
import { setContainer } from "../opened-container.ts";

/**
 * A database of its own for the route handlers of this process, which find it as they find any: by the environment. To be
 * called before the first of them is, once a file.
 */
export async function openTestRoutes(env: { GATEPOST_ORIGIN: string } & Record<string, string>) {
  const database = await cloneDatabase();
  Object.assign(process.env, {
    DATABASE_URL: database.webUrl,
    GATEPOST_SECRET: "a secret that is only used by tests",
    GATEPOST_RATE_LIMIT: "off",
    ...env,
  });
  const container = openContainer();
  setContainer(container);
  afterAll(async () => {
    await container.close();
    await database.drop();
  });
}
