import { migrate } from "@gatepost/db/migration/migrate";
import { newScratchDatabase } from "./scratch-database.ts";

/** Before the domain's tests on a server of somebody's own: the database that they copy. Returns the teardown. */
export default async function setup(): Promise<() => Promise<void>> {
  const template = await newScratchDatabase(process.env.GATEPOST_TEST_DATABASE_URL as string);
  await migrate(template.url);
  process.env.GATEPOST_CHECK_ROWS = "1";
  process.env.GATEPOST_TEST_POSTGRES = template.url;
  return template.drop;
}
