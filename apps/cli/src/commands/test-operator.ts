import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@gatepost/db/connect";
import { cloneDatabase } from "@gatepost/db/testing";
import { afterAll, expect } from "vitest";
import { type Ended, openCommandHost } from "../test-command.ts";

/** A folder, until the tests of the file have run. */
export function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "gatepost-cli-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  // Root's PostgreSQL is another user, and must be able to pass.
  chmodSync(folder, 0o711);
  return folder;
}

/** The operator's commands, on a database and a data folder of their own, all in one process. */
export async function openOperator() {
  const folder = openFolder();
  const database = await cloneDatabase();
  const db = connect(database.url, { max: 2, applicationName: "a test" });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });
  const gatepost = await openCommandHost();
  let people = 0;

  /** Its settings, for a process of its own. */
  const env = { DATABASE_URL: database.url, GATEPOST_DATA_DIR: folder };
  const operateWith = (more: Record<string, string>, ...args: string[]): Promise<Ended> =>
    gatepost(args, { ...env, ...more });
  const operate = (...args: string[]): Promise<Ended> => operateWith({}, ...args);

  /** Runs a command that must succeed, and returns its one document. */
  async function answer<Answer>(...args: string[]): Promise<Answer> {
    const { code, stdout, stderr } = await operate(...args, "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return JSON.parse(stdout) as Answer;
  }

  return {
    db,
    folder,
    env,
    operate,
    operateWith,
    answer,
    newAccount(...options: string[]): Promise<{ accountId: number; clientKey: string }> {
      people += 1;
      const email = `person-${people}@example.org`;
      return answer("account", "create", "--email", email, "--balance", "12.345678", ...options);
    },
    documentFile(name: string, document: unknown): string {
      const file = join(folder, name);
      writeFileSync(file, typeof document === "string" ? document : JSON.stringify(document));
      return file;
    },
  };
}
