import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { readTarget } from "../caller.ts";
import {
  announce,
  findInstallation,
  type RunningInstallation,
  readOperatorSettings,
  runningInstallations,
} from "./running.ts";

const folder = openFolder();

/** An installation with a data folder of its own, which this process runs. */
function at(port: number, more: Partial<RunningInstallation> = {}): RunningInstallation {
  const dataDir = mkdtempSync(join(folder, "data-"));
  const demo = { site: "http://127.0.0.1:3999", keyFile: join(dataDir, "demo-key") };
  writeFileSync(demo.keyFile, `gp_demo${port}\n`);
  return { pid: process.pid, dataDir, url: `http://127.0.0.1:${port}`, ownDatabase: false, demo, ...more };
}

test("an installation is found from when it is announced until it stops, and not once it was killed", () => {
  const one = at(4001);
  const named = { GATEPOST_DATA_DIR: one.dataDir };
  {
    using _ = announce(one);
    expect(runningInstallations()).toContainEqual(one);
    expect(findInstallation(named)).toEqual(one);
  }
  expect(runningInstallations()).not.toContainEqual(one);
  expect(findInstallation(named)).toBeUndefined();
  // The largest pid of Linux is 2^22.
  const killed = { ...one, pid: 2 ** 22 + 1 };
  using _ = announce(killed);
  expect(runningInstallations()).not.toContainEqual(killed);
  expect(findInstallation(named)).toBeUndefined();
  // Another process that lives has its id.
  using _reused = announce(one);
  const file = join(one.dataDir, "running.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), pid: process.ppid }));
  expect(findInstallation(named)).toBeUndefined();
});

test("a command is for the one that runs, whatever its port and data folder, with the demo's key", () => {
  const one = at(4001);
  expect(readTarget({}, {}, [one])).toMatchObject({ server: one.url, key: "gp_demo4001" });
  expect(readOperatorSettings({}, [one]).dataDir).toBe(one.dataDir);
  expect(readTarget({ PORT: "4002" }, {}, [])).toMatchObject({ server: "http://127.0.0.1:4002", key: undefined });
});

test("GATEPOST_KEY and GATEPOST_URL override it, and the demo's key goes to no other server", () => {
  const found = [at(4001)];
  const own = { server: "http://127.0.0.1:4001", key: "gp_own" };
  expect(readTarget({ GATEPOST_KEY: "gp_own" }, {}, found)).toMatchObject(own);
  expect(readTarget({ GATEPOST_URL: "http://localhost:4001/" }, {}, found).key).toBe("gp_demo4001");
  const elsewhere = { server: "https://gatepost.example.com", key: undefined };
  expect(readTarget({ GATEPOST_URL: elsewhere.server }, {}, found)).toMatchObject(elsewhere);
  expect(readTarget({}, { server: elsewhere.server }, found)).toMatchObject(elsewhere);
});

test("of several, the one that a setting names is meant; without one, a sentence lists them", () => {
  const [one, other] = [at(4001), at(4002)];
  const list = `${one.url} (data in ${one.dataDir}), ${other.url} (data in ${other.dataDir})`;
  expect(() => findInstallation({}, [one, other])).toThrow(
    `Several installations of this checkout are running: ${list}. Set GATEPOST_URL to one of them.`,
  );
  for (const named of [{ PORT: "4002" }, { GATEPOST_URL: "http://127.0.0.1:4002" }])
    expect(findInstallation(named, [one, other])).toBe(other);
});

test("the operator's commands say where an address is missing, and keep to another database that they are given", () => {
  const one = at(4001);
  expect(() => readOperatorSettings({}, [{ ...one, ownDatabase: true }])).toThrow(
    "The installation at http://127.0.0.1:4001 has a PostgreSQL of its own: set DATABASE_URL as it does.",
  );
  const env = { DATABASE_URL: "postgresql://u:p@standby.example/gatepost" };
  expect(readOperatorSettings(env, [one]).dataDir).not.toBe(one.dataDir);
});
