import { connect } from "@gatepost/db/connect";
import { cloneDatabase, whyNoRoles } from "@gatepost/db/testing";
import { expect, test } from "vitest";
import { findRolePower } from "./health.ts";
import { isMigrated } from "./is-migrated.ts";
import { openAppContext } from "./open-app-context.ts";
import { readAppSettings } from "./settings.ts";
import { skippedIf } from "./test-skip.ts";

function open(url: string) {
  const db = connect(url, { max: 1 });
  return openAppContext({ db, secret: "s".repeat(32), settings: readAppSettings({}) });
}

test("a process finds out that its role has more privileges than it needs", skippedIf(whyNoRoles), async () => {
  await using database = await cloneDatabase();
  const powerOf = (url: string) => {
    const app = open(url);
    return findRolePower(app).finally(() => app.db.close());
  };
  expect(await powerOf(database.webUrl)).toEqual({ role: "gatepost_web", power: null });
  expect(await powerOf(database.workerUrl)).toEqual({ role: "gatepost_worker", power: null });
  expect(await powerOf(database.url)).toEqual({ role: "gatepost_owner", power: "owner" });
  expect(await powerOf(database.adminUrl)).toEqual({ role: "gatepost", power: "superuser" });
  await database.asAdmin("grant create on schema public to gatepost_web");
  expect(await powerOf(database.webUrl)).toEqual({ role: "gatepost_web", power: "creator" });
});

test("a web server finds out that its database lacks the newest migration, or any, or may not be asked yet", async () => {
  await using database = await cloneDatabase();
  const app = open(database.webUrl);
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
  await app.db.close();
});
