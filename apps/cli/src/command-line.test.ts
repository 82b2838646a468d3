import { expect, test } from "vitest";
import { freePort } from "../../../tests/free-port.ts";
import { openCommandHost } from "./test-command.ts";

const gatepost = await openCommandHost();

const closed = `http://127.0.0.1:${await freePort()}`;
const secret = { GATEPOST_SECRET: "s".repeat(32) };
const unreachable = { DATABASE_URL: "postgresql://ann:hunter2@127.0.0.1:9/x", ...secret };

test.each([
  {
    what: "the database cannot be reached",
    command: "account list",
    env: unreachable,
    error: { errorId: 1015, errorCode: "ERROR_SERVICE_UNAVAILABLE" },
    says: "The database 127.0.0.1:9/x cannot be reached (ECONNREFUSED)",
  },
  {
    what: "migrate cannot reach the database",
    command: "migrate",
    env: unreachable,
    error: { errorId: 1015, errorCode: "ERROR_SERVICE_UNAVAILABLE" },
    says: "The database 127.0.0.1:9/x cannot be reached (ECONNREFUSED)",
  },
  {
    what: "the web server does not respond",
    command: `task list --key gp_x --server ${closed}`,
    env: {},
    error: { errorId: 1015, errorCode: "ERROR_SERVICE_UNAVAILABLE" },
    says: `${closed} does not respond`,
  },
  {
    what: "a setting is wrong",
    command: "account list",
    env: { ...secret, WORKER_SLOTS: "many" },
    error: { errorId: 1099, errorCode: "ERROR_INTERNAL" },
    says: 'WORKER_SLOTS is "many"',
  },
  {
    what: "there is no installation",
    command: "backup /tmp/never-written.backup",
    env: { GATEPOST_DATA_DIR: "/tmp/there-is-no-such-installation" },
    error: { errorId: 1099, errorCode: "ERROR_INTERNAL" },
    says: "There is no secret",
  },
  {
    what: "a template file is missing",
    command: "template lint /nowhere/template.json",
    env: {},
    error: { errorId: 1099, errorCode: "ERROR_INTERNAL" },
    says: "/nowhere/template.json",
  },
])(
  "with --json, one document says that $what, as the sentence on stderr does",
  async ({ command, env, error, says }) => {
    const { code, stdout, stderr } = await gatepost(`${command} --json`, env as Record<string, string>);
    const document = JSON.parse(stdout);
    expect(document).toEqual({ ...error, errorDescription: expect.stringContaining(says) });
    expect(stderr).toBe(`${document.errorDescription}\n`);
    expect(stdout).not.toContain("hunter2");
    expect(code).toBe(1);
  },
);

test("without --json, a failure prints nothing on stdout", async () => {
  expect(await gatepost("account list", unreachable)).toMatchObject({ code: 1, stdout: "" });
});
