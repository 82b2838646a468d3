import { connect } from "@gatepost/db/connect";
import { cloneDatabase } from "@gatepost/db/testing";
import { expect, test } from "vitest";
import { findRolePower } from "./health.ts";
import { openAppContext } from "./open-app-context.ts";
import { readAppSettings } from "./settings.ts";

test("a process can find out that its role has more privileges than it needs", async () => {
  await using database = await cloneDatabase();
  const powerOf = async (url: string) => {
    const db = connect(url, { max: 1 });
    try {
      return await findRolePower(openAppContext({ db, secret: "s".repeat(32), settings: readAppSettings({}) }));
    } finally {
      await db.close();
    }
  };
  expect(await powerOf(database.webUrl)).toEqual({ role: "gatepost_web", power: null });
  expect(await powerOf(database.workerUrl)).toEqual({ role: "gatepost_worker", power: null });
  expect(await powerOf(database.url)).toEqual({ role: "gatepost_owner", power: "owner" });
  expect(await powerOf(database.adminUrl)).toEqual({ role: "gatepost", power: "superuser" });
  await database.asAdmin("grant create on schema public to gatepost_web");
  expect(await powerOf(database.webUrl)).toEqual({ role: "gatepost_web", power: "creator" });
});
