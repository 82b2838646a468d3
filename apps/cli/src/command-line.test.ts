import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { type ErrorCode, errors } from "@gatepost/contract/errors";
import { expect, test } from "vitest";
import { freePort } from "../../../tests/free-port.ts";
import { gatepostHere as gatepost } from "./test-command.ts";

const closed = `http://127.0.0.1:${await freePort()}`;
const secret = { GATEPOST_SECRET: "s".repeat(32) };
const unreachable = { DATABASE_URL: "postgresql://ann:hunter2@127.0.0.1:9/x", ...secret };

const refused = "The database 127.0.0.1:9/x cannot be reached (ECONNREFUSED)";
const nowhere = { GATEPOST_DATA_DIR: "/tmp/there-is-no-such-installation" };
const manySlots = { ...secret, WORKER_SLOTS: "many" };

test.each<[what: string, command: string, env: Record<string, string>, code: ErrorCode, says: string]>([
  ["the database cannot be reached", "account list", unreachable, "ERROR_SERVICE_UNAVAILABLE", refused],
  ["migrate cannot reach the database", "migrate", unreachable, "ERROR_SERVICE_UNAVAILABLE", refused],
  [
    "no web server responds",
    `task list --key k --server ${closed}`,
    {},
    "ERROR_SERVICE_UNAVAILABLE",
    `${closed} does not respond`,
  ],
  ["a setting is wrong", "account list", manySlots, "ERROR_INTERNAL", 'WORKER_SLOTS is "many"'],
  ["there is no installation", "backup /tmp/never-written", nowhere, "ERROR_INTERNAL", "There is no secret"],
  ["a template file is missing", "template lint /nowhere/t.json", {}, "ERROR_INTERNAL", "/nowhere/t.json"],
])(
  "with --json, one document says that %s, as the sentence on stderr does",
  async (_, command, env, errorCode, says) => {
    const { code, stdout, stderr } = await gatepost(`${command} --json`, env);
    const document = JSON.parse(stdout);
    const errorId = errors[errorCode].id;
    expect(document).toEqual({ errorId, errorCode, errorDescription: expect.stringContaining(says) });
    expect(stderr).toBe(`${document.errorDescription}\n`);
    expect(stdout).not.toContain("hunter2");
    expect(code).toBe(1);
  },
);

const main = join(import.meta.dirname, "main.ts");

test.each([
  ["completion bash", ""],
  [`mcp --server ${closed} --key gp_any`, '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'],
])("%s ends quietly if its reader closes the pipe, as head does", async (command, input) => {
  const child = spawn(process.execPath, [main, ...command.split(" ")]);
  child.stdout.destroy();
  child.stdin.on("error", () => {}).write(input);
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

test("a command whose output does not fit on the disk fails", { skip: !existsSync("/dev/full") }, async () => {
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, [main, "completion", "bash"], { stdio: ["ignore", full, "pipe"] });
  const [stderr, [code]] = await Promise.all([text(child.stderr as Readable), once(child, "close")]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "The output was cut: the disk is full.\n" });
});
