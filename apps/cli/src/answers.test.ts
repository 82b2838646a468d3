import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import type { WaitKind } from "@gatepost/contract/steps/waits";
import { Gatepost } from "gatepost";
import { expect, test } from "vitest";
import { openFolder } from "../../../tests/folder.ts";
import { gatepostHere as gatepost } from "./test-command.ts";
import { startTestServer } from "./test-server.ts";
import { answerAtTerminal } from "./watch-task.ts";

const folder = openFolder();
const file = join(folder, "statement.pdf");
writeFileSync(file, "PDF");
const statement = { name: "statement.pdf", type: "application/pdf", base64: "UERG" };

const success = { errorId: 0, status: "success" };
const refused = {
  errorId: 1006,
  errorCode: "ERROR_VARIABLE_REFUSED",
  errorDescription: "The value does not fit. The task still waits.",
};

const checks: Record<WaitKind, (value: unknown) => boolean> = {
  text: (value) => typeof value === "string",
  code: (value) => /^\d+$/.test(String(value)) && typeof value === "string",
  choice: (value) => value === "blue",
  yes_no: (value) => typeof value === "boolean",
  number: (value) => typeof value === "number",
  file: (value) => typeof value === "object",
  live: (value) => value === true,
  help: (value) => value === "retry",
};

const progress = { step: 2, of: 3, type: "WAIT_FOR_VARIABLE_VALUE" };
const ready = {
  errorId: 0,
  status: "ready",
  cost: "0.002",
  ip: "127.0.0.1",
  createTime: 1,
  endTime: 2,
  solveCount: 1,
  solution: {},
};

/** Waits for one value of a kind, until one that fits is pushed. */
async function taskThatWaits(kind: WaitKind) {
  let isOpen = true;
  const wait = {
    name: "answer",
    prompt: "Well?",
    kind,
    attempt: 1,
    refused: false,
    live: true,
    since: 1,
    expiresAt: 301,
  };
  const options = kind === "choice" ? { options: ["red", "blue"] } : {};
  const result = () =>
    isOpen
      ? { errorId: 0, status: "processing", waitingFor: ["answer"], progress, waiting: [{ ...wait, ...options }] }
      : ready;
  const server = await startTestServer((method, { value }) => {
    if (method !== "pushAntiGateVariable") return result();
    if (!checks[kind](value)) return refused;
    isOpen = false;
    return success;
  });
  return {
    ...server,
    env: { GATEPOST_URL: server.url, GATEPOST_KEY: "gp_any" },
    end: () => {
      isOpen = false;
    },
    pushed: () =>
      server.received.filter(({ method }) => method === "pushAntiGateVariable").map(({ body }) => body.value),
  };
}

test.each<[kind: WaitKind, wrong: string, hint: string, right: string, value: unknown]>([
  ["yes_no", "perhaps", "Enter yes or no.", "yes", true],
  ["number", "many", "Enter a number, such as 12.5.", "12.5", 12.5],
  ["choice", "green", "Enter one of red, blue.", "blue", "blue"],
  ["file", "@/nowhere/a.pdf", "/nowhere/a.pdf cannot be read (ENOENT). Enter @ and the path", `@${file}`, statement],
  // A refused code is not pushed again as a number.
  ["code", "abc", "The task still waits.\n", "349001", "349001"],
])(
  "gatepost push of what is no %s (%s) says what fits, and converts what is",
  async (kind, wrong, hint, right, value) => {
    await using task = await taskThatWaits(kind);
    const { code, stderr } = await gatepost(`push 7 answer ${wrong}`, task.env);
    expect(stderr).toContain(hint);
    expect(code).toBe(1);
    expect(task.pushed()).toEqual([wrong]);
    expect(await gatepost(`push 7 answer ${right}`, task.env)).toMatchObject({ code: 0, stderr: "" });
    expect(task.pushed().at(-1)).toEqual(value);
  },
);

/** A terminal that types each line once the screen shows what it is the answer to. */
async function atTerminal(url: string, lines: [after: string, text: string][], act?: (screen: string) => void) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let screen = "";
  let read = 0;
  output.on("data", (chunk) => {
    screen += chunk;
    const [next] = lines;
    if (next && screen.indexOf(next[0], read) >= 0) {
      read = screen.length;
      lines.shift();
      input.write(`${next[1]}\n`);
    }
    act?.(screen);
  });
  const client = new Gatepost({ baseUrl: url, clientKey: "gp_any" });
  await answerAtTerminal({ client, taskId: 7, interrupt: () => {}, input, output });
  return screen;
}

test("the prompt of a watched task says what is accepted, and asks again if a value is refused", async () => {
  await using task = await taskThatWaits("yes_no");
  const screen = await atTerminal(task.url, [
    ["answer (yes or no): ", "perhaps"],
    ["answer (yes or no): ", "no"],
  ]);
  expect(screen).toContain("Well?");
  expect(screen).toContain("Enter yes or no.\n");
  expect(task.pushed()).toEqual(["perhaps", false]);
  expect(screen).toContain("Pushed answer.\n");
  expect(screen).not.toContain("No longer asked");
});

test("a value pushed from elsewhere ends the prompt", async () => {
  await using task = await taskThatWaits("text");
  const screen = await atTerminal(task.url, [], (shown) => {
    if (shown.includes("answer: ")) task.end();
  });
  expect(screen).not.toContain("Pushed");
});

test("the prompt of a wait that follows another one for the same value is its own", async () => {
  const waits = ["First?", "Second?"].map((prompt, n) => ({ name: "answer", prompt, kind: "text", version: `1:${n}` }));
  const pushed: unknown[] = [];
  await using server = await startTestServer((method, { value, version }) => {
    const [wait] = waits;
    if (method === "pushAntiGateVariable") {
      waits.shift();
      pushed.push([value, version]);
      return success;
    }
    if (!wait) return ready;
    const waiting = [wait];
    return { errorId: 0, status: "processing", waitingFor: ["answer"], progress, waiting, version: wait.version };
  });
  const screen = await atTerminal(server.url, [["Second?\nanswer: ", "two"]], (shown) => {
    // Another person answers the first.
    if (shown.includes("answer: ") && waits.length === 2) waits.shift();
  });
  expect(screen).toContain("No longer asked");
  expect(pushed).toEqual([["two", "1:1"]]);
});

test("template try names the task first, and when interrupted how to cancel it", async () => {
  await using server = await startTestServer((method) =>
    method === "createTask"
      ? { errorId: 0, taskId: 4018 }
      : { errorId: 0, status: "processing", waitingFor: [], waiting: [], progress: { step: 0, of: 1, type: "" } },
  );
  const template = join(folder, "heading.json");
  writeFileSync(template, "{}");
  const command = `template try ${template} --url https://example.com --server ${server.url} --key gp_any`;
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts"), ...command.split(" ")], {
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
    // Twice, as under npm: from the terminal and from npm.
    if (stderr.endsWith("queued\n")) for (const signal of ["SIGINT", "SIGINT"] as const) child.kill(signal);
  });
  const [code] = await once(child, "close");
  expect(stderr).toBe(
    `task 4018  ${server.url}/dashboard/tasks/4018\nqueued\n\nTask 4018 continues. To cancel it: npx gatepost task cancel 4018\n`,
  );
  expect(code).toBe(130);
});
