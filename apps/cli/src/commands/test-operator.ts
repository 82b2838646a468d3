import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "@gatepost/db/testing";
import { expect } from "vitest";
import { openFolder } from "../../../../tests/folder.ts";
import type { Ended } from "../../../../tests/run-to-end.ts";
import { gatepostHere as gatepost, wordsOf } from "../test-command.ts";

/** How a command ends that says why it does nothing. */
export const refusal = (says: string, code = 1) => ({ code, stderr: expect.stringContaining(says) });

/** The operator's commands, on a database and a data folder of their own, all in one process. */
export async function openOperator() {
  const folder = openFolder();
  const { db, sql, url } = await openDatabase({ max: 2, applicationName: "a test" });
  let people = 0;

  /** Its settings, for a process of its own. */
  const env = { DATABASE_URL: url, GATEPOST_DATA_DIR: folder };
  const operateWith = (more: Record<string, string>, command: string, ...args: string[]): Promise<Ended> =>
    gatepost([...wordsOf(command), ...args], { ...env, ...more });
  /** A command as people type it; arguments that have spaces follow by themselves. */
  const operate = (command: string, ...args: string[]): Promise<Ended> => operateWith({}, command, ...args);

  /** Runs a command that must succeed, and returns its one document. */
  async function answer<Answer>(command: string, ...args: string[]): Promise<Answer> {
    const { code, stdout, stderr } = await operate(command, ...args, "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return JSON.parse(stdout) as Answer;
  }

  return {
    db,
    sql,
    folder,
    env,
    operate,
    operateWith,
    answer,
    newAccount(options = ""): Promise<{ accountId: number; clientKey: string }> {
      people += 1;
      return answer(`account create --email person-${people}@example.org --balance 12.345678 ${options}`);
    },
    documentFile(name: string, document: unknown): string {
      const file = join(folder, name);
      writeFileSync(file, typeof document === "string" ? document : JSON.stringify(document));
      return file;
    },
  };
}
