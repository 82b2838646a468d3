import { expect, test } from "vitest";
import { connect } from "./connect.ts";
import { compareMigrations } from "./migration/migrate.ts";
import { cloneDatabase } from "./testing.ts";

test("a clone is migrated and empty, and other clones never see its data", async () => {
  const [here, there] = await Promise.all([cloneDatabase(), cloneDatabase()]);
  const [a, b] = [connect(here.url), connect(there.url)];
  expect(await compareMigrations(here.url)).toMatchObject({ pending: [] });
  await a.prisma.account.create({ data: { email: "a@example.org" } });
  expect(await a.prisma.account.count()).toBe(1);
  expect(await b.prisma.account.count()).toBe(0);
  await Promise.all([a.close(), b.close()]);
  await here.drop();
  await expect(connect(here.url).pool.query("SELECT 1")).rejects.toMatchObject({ code: "3D000" });
  await there.drop();
});
