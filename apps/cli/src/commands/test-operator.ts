import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Db } from "@gatepost/db/connect";
import { type ClonedDatabase, cloneDatabase } from "@gatepost/db/testing";
import { afterAll, beforeAll, expect } from "vitest";
import { type Ended, openCommandHost } from "../test-command.ts";

/**
 * The operator's commands, on a database and a data folder of their own, all in one process. To be called once a file.
 */
export function useOperator() {
  let database: ClonedDatabase;
  let db: Db;
  let folder: string;
  let host: ReturnType<typeof openCommandHost>;
  let people = 0;

  beforeAll(async () => {
    host = openCommandHost();
    database = await cloneDatabase();
    db = connect(database.url, { max: 2, applicationName: "a test" });
    folder = mkdtempSync(join(tmpdir(), "gatepost-cli-"));
    // Root's PostgreSQL is another user, and must be able to pass.
    chmodSync(folder, 0o711);
  });
  afterAll(async () => {
    await host.close();
    await db.close();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const own = () => ({ DATABASE_URL: database.url, GATEPOST_DATA_DIR: folder });
  const operateWith = (env: Record<string, string>, ...args: string[]): Promise<Ended> =>
    host.gatepost(args, { ...own(), ...env });
  const operate = (...args: string[]): Promise<Ended> => operateWith({}, ...args);

  /** Runs a command that must succeed, and returns its one document. */
  async function answer<Answer>(...args: string[]): Promise<Answer> {
    const { code, stdout, stderr } = await operate(...args, "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return JSON.parse(stdout) as Answer;
  }

  return {
    get db() {
      return db;
    },
    get folder() {
      return folder;
    },
    /** Its settings, for a process of its own. */
    get env() {
      return own();
    },
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
