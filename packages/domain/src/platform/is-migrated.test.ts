import { connect } from "@gatepost/db/connect";
import { cloneDatabase, whyNoRoles } from "@gatepost/db/testing";
import { expect, test } from "vitest";
import { isMigrated } from "./is-migrated.ts";
import { openAppContext } from "./open-app-context.ts";
import { readAppSettings } from "./settings.ts";

test("a web server finds out that its database lacks the newest migration, or any, or may not be asked yet", async () => {
  await using database = await cloneDatabase();
  const db = connect(database.webUrl, { max: 1 });
  const app = openAppContext({ db, secret: "s".repeat(32), settings: readAppSettings({}) });
  const newest = "(select max(migration_name) from _prisma_migrations)";
  expect(await isMigrated({ app })).toBe(true);
  await database.asAdmin(`update _prisma_migrations set finished_at = null where migration_name = ${newest}`);
  expect(await isMigrated({ app }), "it is being applied, or has failed").toBe(false);
  await database.asAdmin(`delete from _prisma_migrations where migration_name = ${newest}`);
  expect(await isMigrated({ app })).toBe(false);
  // On another server there is no such role.
  if (!whyNoRoles) await database.asAdmin("revoke all on _prisma_migrations from gatepost_web");
  expect(await isMigrated({ app })).toBe(false);
  await database.asAdmin("drop table _prisma_migrations");
  expect(await isMigrated({ app })).toBe(false);
  await db.close();
});
