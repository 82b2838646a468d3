import { spawn } from "node:child_process";
import { join } from "node:path";
import { shortLived } from "../../../tests/short-lived.ts";

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs `gatepost` as a terminal does, with nothing of the tests' own environment that it would heed. `input` is its standard
 * input.
 */
export function gatepost(args: string[], env: Record<string, string> = {}, input = ""): Promise<Ended> {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...shortLived, join(import.meta.dirname, "main.ts"), ...args], {
      env: { PATH, NODE_COMPILE_CACHE, ...empty, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    // A command that does not read it may end first.
    child.stdin.on("error", () => {}).end(input);
    const said = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        said[name] += text;
      });
    }
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, ...said }));
  });
}

/** Set, so that a .env file in the checkout does not set them. */
const empty = {
  DATABASE_URL: "",
  GATEPOST_SECRET: "",
  GATEPOST_DATA_DIR: "",
  GATEPOST_URL: "",
  GATEPOST_KEY: "",
  PORT: "",
};
