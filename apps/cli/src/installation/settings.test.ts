import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readEach } from "@gatepost/domain/platform/settings";
import { expect, onTestFinished, test, vi } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import { loadSettingsFile, ROOT } from "../root.ts";
import { mistypedNames, openCommon, readSettings } from "./settings.ts";

test("there need be no file of settings, and one that cannot be read is named", () => {
  expect(() => loadSettingsFile(join(ROOT, "no-such-file"))).not.toThrow();
  expect(() => loadSettingsFile(ROOT)).toThrow(`${ROOT} cannot be read`);
});

test("a file of settings may begin with a byte-order mark, and the environment takes precedence", () => {
  const file = join(openFolder(), ".env");
  writeFileSync(file, "\ufeffGATEPOST_CELL=eu1\r\nGATEPOST_KEY=b\r\n");
  vi.stubEnv("GATEPOST_CELL", undefined);
  vi.stubEnv("GATEPOST_KEY", "a");
  onTestFinished(() => void vi.unstubAllEnvs());
  loadSettingsFile(file);
  expect([process.env.GATEPOST_CELL, process.env.GATEPOST_KEY]).toEqual(["eu1", "a"]);
});

test("of a misspelt setting the start says which may be meant, and of other programs' variables nothing", () => {
  expect(mistypedNames({ GATEPOST_SIGN_UP: "1", GATEPOST_SIGNUP: "1" })).toEqual([
    "There is no setting GATEPOST_SIGN_UP, so it is ignored. Did you mean GATEPOST_SIGNUP?",
  ]);
  const kubernetes = { GATEPOST_PORT: "tcp://10.0.0.1:80", GATEPOST_SERVICE_HOST: "10.0.0.1" };
  expect(mistypedNames({ ...kubernetes, GATEPOST_LONG: "1", WORKER_NODES: "3", PORT: "1", HOME: "/" })).toEqual([]);
});

test("nothing has to be set, an empty variable is an absent one, and lists may have blanks", () => {
  const env = { PORT: "", DATABASE_URL: "", GATEPOST_DEMO: "0", GATEPOST_EGRESS_ALLOW: " 10.0.0.0/8, intranet:8080,," };
  const others = { demo: false, egressAllow: ["10.0.0.0/8", "intranet:8080"] };
  expect(readSettings(env)).toEqual({ ...readSettings({}), ...others });
  expect(readSettings({})).toMatchObject({ port: 3000, host: "127.0.0.1", database: undefined });
});

test("each program may have its own role; without one, it uses that of DATABASE_URL", () => {
  const DATABASE_URL = "postgresql://owner@host/x";
  const [web, worker, admin] = ["web", "worker", "admin"].map((role) => `postgresql://${role}@host/x`);
  expect(readSettings({ DATABASE_URL }).database).toEqual({
    url: DATABASE_URL,
    webUrl: DATABASE_URL,
    workerUrl: DATABASE_URL,
    adminUrl: undefined,
  });
  const own = { GATEPOST_WEB_DATABASE_URL: web, GATEPOST_WORKER_DATABASE_URL: worker };
  expect(readSettings({ DATABASE_URL, ...own, GATEPOST_ADMIN_DATABASE_URL: admin }).database).toEqual({
    url: DATABASE_URL,
    webUrl: web,
    workerUrl: worker,
    adminUrl: admin,
  });
});

const url = "postgresql://ann:hunter2@host/x";

test.each([
  "postgresql://",
  "postgresql:///x",
  "postgresql://ann:hunter2@host:5432/",
  "mysql://ann:hunter2@host/x",
  "host/x",
  "postgresql://ann:hunter2@a,b",
])("the address %s lacks something, and is refused by the name of its variable, without a password", (wrong) => {
  const isForm = "is no address of a PostgreSQL database: write it as postgresql://user:password@host:5432/name";
  expect(() => readSettings({ DATABASE_URL: wrong })).toThrow(`DATABASE_URL ${isForm}`);
  expect(() => readSettings({ DATABASE_URL: url, GATEPOST_WEB_DATABASE_URL: wrong })).toThrow(
    `GATEPOST_WEB_DATABASE_URL ${isForm}`,
  );
  expect(() => readSettings({ DATABASE_URL: wrong })).toThrow(/^(?!.*hunter2)/);
});

test.each(["postgresql:///x?host=/run/postgresql", "postgres://ann:p@a:5432,b:5432/x?target_session_attrs=read-write"])(
  "%s names a server and a database",
  (address) => expect(readSettings({ DATABASE_URL: address }).database).toMatchObject({ url: address }),
);

test.each([
  { env: { GATEPOST_WEB_DATABASE_URL: "x" }, sentence: "GATEPOST_WEB_DATABASE_URL is set, and DATABASE_URL is not" },
  {
    env: { DATABASE_URL: url, GATEPOST_WEB_DATABASE_URL: url, GATEPOST_ADMIN_DATABASE_URL: url },
    sentence: "GATEPOST_ADMIN_DATABASE_URL makes the roles that",
  },
  { env: { HOST: "http://0.0.0.0" }, sentence: 'HOST is "http://0.0.0.0": give it an address of this machine' },
  { env: { PORT: "80x" }, sentence: 'PORT is "80x": give it a whole number from 1 to 65535.' },
  { env: { WORKER_SLOTS: "0" }, sentence: 'WORKER_SLOTS is "0": give it a whole number from 1 to 256.' },
  { env: { GATEPOST_DATA_DIR: "~/data" }, sentence: 'GATEPOST_DATA_DIR is "~/data": write the home folder in full' },
  { env: { GATEPOST_SECRET: "short" }, sentence: "GATEPOST_SECRET is too short" },
  { env: { GATEPOST_EGRESS_ALLOW: "a/b" }, sentence: 'GATEPOST_EGRESS_ALLOW: "a/b"' },
])("$env is refused with a sentence that names it", ({ env, sentence }) => {
  expect(() => readSettings(env)).toThrow(sentence);
});

test("every setting that cannot be used is named, each once", () => {
  const lines = (read: () => unknown) => {
    try {
      return read();
    } catch (error) {
      return (error as Error).message.split("\n").map((line) => line.split(/:? /)[0]);
    }
  };
  const env = { PORT: "80x", WORKER_SLOTS: "0", GATEPOST_EGRESS_ALLOW: "a/b" };
  expect(lines(() => readSettings(env))).toEqual(Object.keys(env));
  const alone = () => openCommon({ GATEPOST_DEMO: "maybe" }, "GATEPOST_WEB_DATABASE_URL");
  expect(lines(alone)).toEqual(["DATABASE_URL", "GATEPOST_DEMO", "GATEPOST_SECRET"]);
  const both = { first: () => readSettings(env), second: () => readSettings({ ...env, PORT: "80" }) };
  expect(lines(() => readEach(both))).toEqual(Object.keys(env));
});
