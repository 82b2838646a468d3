import { expect, test } from "vitest";
import { start } from "../../bench/program.ts";
import { taskBody } from "../../bench/rows/task-calls.ts";
import { openDatabase } from "./wire.ts";

const database = await openDatabase();

test("the bench finds the ports of a web server and of a program that it is compared with", async () => {
  await using web = await start("../apps/web/server.ts", {
    DATABASE_URL: database.webUrl,
    GATEPOST_SECRET: "a secret that is only used in tests",
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: "0",
  });
  expect((await fetch(`http://127.0.0.1:${web.port}/healthz`)).status).toBe(200);
  await using floor = await start("floors/insert-per-request.ts", { DATABASE_URL: database.adminUrl });
  const body = taskBody("a key", 1);
  expect((await fetch(`http://127.0.0.1:${floor.port}`, { method: "POST", body })).status).toBe(200);
});
