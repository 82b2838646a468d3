import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { type Embedded, startEmbedded } from "../embedded/embedded.ts";
import { migrate } from "../migration/migrate.ts";
import { ask } from "../testing.ts";
import { prepareRoles } from "./prepare-roles.ts";

const folder = openFolder();
let server = await start();
afterAll(() => server.stop());

function start(): Promise<Embedded> {
  return startEmbedded({ dataDir: join(folder, "data"), durable: false });
}

/** The server as an earlier version left it: everything belongs to the superuser, and no other role is there. */
async function makeOld(): Promise<void> {
  await ask(
    server.adminUrl,
    "reassign owned by gatepost_owner to gatepost",
    ...["owner", "web", "worker"].flatMap((role) => [`drop owned by gatepost_${role}`, `drop role gatepost_${role}`]),
    "grant connect, temporary on database gatepost to public",
    "grant create on schema public to public",
  );
}

const owners = `
  select distinct r.rolname as owner from (
    select relowner as owner from pg_class where relnamespace = 'public'::regnamespace
    union all select proowner from pg_proc where pronamespace = 'public'::regnamespace
    union all select typowner from pg_type where typnamespace = 'public'::regnamespace
    union all select datdba from pg_database where datname = current_database()
  ) o join pg_roles r on r.oid = o.owner`;

test("the data folder of an earlier version gets roles at its next start, and loses no data", async () => {
  await migrate(server.url);
  await makeOld();
  expect(await ask(server.adminUrl, owners)).toEqual([{ owner: "gatepost" }]);
  await ask(server.adminUrl, "insert into account (email, available) values ('ada@example.org', 7)");
  await ask(
    server.adminUrl,
    "insert into ledger_entry (account_id, kind, available, held, platform) values (1, 'top_up', 7, 0, -7)",
  );
  await server.stop();

  server = await start();
  expect(await ask(server.adminUrl, owners)).toEqual([{ owner: "gatepost_owner" }]);
  expect(await migrate(server.url)).toEqual({ applied: [] });
  expect(await ask(server.webUrl, "select email, available from account")).toEqual([
    { email: "ada@example.org", available: "7" },
  ]);
  expect(await ask(server.workerUrl, "select available from ledger_entry")).toEqual([{ available: "7" }]);
  await expect(ask(server.webUrl, "delete from ledger_entry")).rejects.toMatchObject({ code: "42501" });
  await expect(ask(server.webUrl, "create table t ()")).rejects.toMatchObject({ code: "42501" });
  // The next migration is an owner's.
  await ask(server.url, "alter table account add column more int", "alter table account drop column more");
});

test("concurrent runs end with the same roles, and a password that is not an address's is replaced, by one of any characters too", async () => {
  await ask(server.adminUrl, "alter role gatepost_web password 'another' superuser");
  await Promise.all([1, 2, 3].map(() => prepareRoles(server.adminUrl, server)));
  expect(await ask(server.webUrl, "select rolsuper from pg_roles where rolname = current_user")).toEqual([
    { rolsuper: false },
  ]);

  const url = new URL(server.webUrl);
  url.password = encodeURIComponent("p@ss w/örd:%'\"");
  await prepareRoles(server.adminUrl, { ...server, webUrl: url.href });
  await ask(url.href, "select 1");
  await expect(ask(server.webUrl, "select 1")).rejects.toMatchObject({ code: "28P01" });
  await prepareRoles(server.adminUrl, server);
});

test("an address of another user, and an administrator who may not make roles, are refused", async () => {
  const webUrl = server.webUrl.replace("gatepost_web", "somebody");
  await expect(prepareRoles(server.adminUrl, { ...server, webUrl })).rejects.toThrow("it must name gatepost_web");
  await expect(prepareRoles(server.url, server)).rejects.toMatchObject({ code: "42501" });
});
