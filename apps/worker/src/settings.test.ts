import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";

const enough = {
  DATABASE_URL: "postgresql://127.0.0.1/gatepost",
  GATEPOST_SECRET: "a secret that is only used by tests",
  GATEPOST_CHROMIUM: process.execPath,
  GATEPOST_HEADLESS_SHELL: process.execPath,
};

test("with a database, a secret and a browser a worker has all that it needs", () => {
  expect(readSettings(enough)).toMatchObject({
    databaseUrl: enough.DATABASE_URL,
    secret: enough.GATEPOST_SECRET,
    slots: 4,
    programs: { shell: process.execPath, full: process.execPath },
  });
});

test.each([
  [{ DATABASE_URL: "" }, "DATABASE_URL is not set"],
  [{ GATEPOST_SECRET: "" }, "GATEPOST_SECRET is not set"],
  [{ WORKER_SLOTS: "many" }, 'WORKER_SLOTS is "many"'],
  [{ GATEPOST_EGRESS_ALLOW: "not a host" }, "GATEPOST_EGRESS_ALLOW"],
  [{ GATEPOST_CHROMIUM: "/nowhere/chromium" }, "there is no Chromium at /nowhere/chromium"],
  [{ GATEPOST_HEADLESS_SHELL: "/nowhere/shell" }, "there is no headless shell at /nowhere/shell"],
  [{ GATEPOST_HEADLESS_SHELL: "none", GATEPOST_CHROMIUM: "none" }, "there is no headless shell and no Chromium"],
])("what is missing or wrong is named: %j", (env, sentence) => {
  expect(() => readSettings({ ...enough, ...env })).toThrow(sentence);
});
