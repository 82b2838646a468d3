import { execFile, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { errors } from "@gatepost/contract/errors";
import { isLong } from "@gatepost/domain/platform/test-size";
import { skippedIf } from "@gatepost/domain/platform/test-skip";
import { Gatepost, GatepostError } from "gatepost";
import { afterAll, describe, expect, test } from "vitest";
import { openFolder } from "./folder.ts";
import { listen } from "./listen.ts";
import { python, pythonPackage, whyNoPython } from "./python.ts";
import { forgedWebhooks, goodWebhooks, webhookSecret } from "./signed-webhooks.ts";

const run = promisify(execFile);
const folder = openFolder();
const env = { ...process.env, PYTHONPATH: join(pythonPackage, "src"), PYTHONDONTWRITEBYTECODE: "1" };

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

/** One call, what a server replies to its attempts (the last reply to all others), and what must become of it. */
interface Case {
  what: string;
  method: "createTask" | "getBalance" | "getTaskResult" | "pushAntiGateVariable" | "saveTemplate";
  request: object;
  retrySeconds?: number;
  idempotencyKey?: string;
  replies: (Reply | "connection lost")[];
  /** How many attempts reach the server, one by default. */
  attempts?: number;
  outcome: object;
}

const task = { type: "AntiGateTask", websiteURL: "https://example.org/", templateName: "größer" };
const created = { body: '{"errorId":0,"taskId":1}' };
const saved = { body: '{"errorId":0,"version":1,"warnings":[]}' };
const badGateway = { status: 502, body: "<html>Bad gateway</html>" };

function refusal(errorCode: keyof typeof errors, headers?: Record<string, string>, more: object = {}): Reply {
  const entry: { id: number; status?: number } = errors[errorCode];
  const body = JSON.stringify({ errorId: entry.id, errorCode, errorDescription: "No.", ...more });
  return { status: entry.status ?? 200, body, ...(headers && { headers }) };
}

const busy = refusal("ERROR_TOO_MANY_REQUESTS");
const overloaded = refusal("ERROR_SERVICE_UNAVAILABLE");
const problems = [{ path: "steps", message: "is missing" }];
const read = { method: "getBalance", request: {} } as const;
const create = { method: "createTask", request: { task } } as const;
const save = { method: "saveTemplate", request: { template: { note: "x".repeat(300_000) } } } as const;
const taskOne = { answer: { errorId: 0, taskId: 1 } };

const cases: Case[] = [
  {
    what: "a push",
    method: "pushAntiGateVariable",
    request: { taskId: 7, name: "code", value: null },
    replies: [{ body: '{"errorId":0,"status":"success"}' }],
    outcome: { answer: { errorId: 0, status: "success" } },
  },
  { what: "a key of one's own", ...create, idempotencyKey: "once", replies: [created], outcome: taskOne },
  ...([busy, overloaded, "connection lost", badGateway] as const).map((failed, n) => ({
    what: `createTask after failure ${n}`,
    ...create,
    replies: [failed, failed, created],
    attempts: 3,
    outcome: taskOne,
  })),
  { what: "a change that is lost", ...save, replies: ["connection lost"], outcome: { lost: true } },
  { what: "a change that a proxy answered", ...save, replies: [badGateway], outcome: { foreign: 502 } },
  {
    what: "a change that was refused first",
    ...save,
    replies: [overloaded, saved],
    attempts: 2,
    outcome: { answer: JSON.parse(saved.body) },
  },
  {
    what: "a longer pause than is left",
    ...read,
    replies: [refusal("ERROR_TOO_MANY_REQUESTS", { "retry-after": "3600" })],
    outcome: { errorCode: "ERROR_TOO_MANY_REQUESTS", errorId: 1003, status: 429, retryAfter: 3600 },
  },
  {
    what: "retries that are over",
    ...read,
    retrySeconds: 0.1,
    replies: [overloaded],
    outcome: { errorCode: "ERROR_SERVICE_UNAVAILABLE", status: 503, message: "ERROR_SERVICE_UNAVAILABLE: No." },
  },
  {
    what: "a pause that is over before it begins",
    ...read,
    retrySeconds: 0.1,
    replies: [refusal("ERROR_TOO_MANY_REQUESTS", { "retry-after": "-5" })],
    outcome: { errorCode: "ERROR_TOO_MANY_REQUESTS" },
  },
  { what: "no retries", ...read, retrySeconds: 0, replies: [badGateway], outcome: { foreign: 502 } },
  ...(["ERROR_ZERO_BALANCE", "ERROR_INTERNAL"] as const).map((errorCode) => ({
    what: errorCode,
    ...create,
    replies: [refusal(errorCode)],
    outcome: { errorCode },
  })),
  {
    what: "a failed task",
    method: "getTaskResult",
    request: { taskId: 7, waitSeconds: 1 },
    replies: [refusal("ERROR_STEP_FAILED", {}, { failure: { step: "2" }, partial: { texts: {} } })],
    outcome: { taskId: 7, details: { failure: { step: "2" }, partial: { texts: {} } } },
  },
  {
    what: "a template with problems",
    ...save,
    replies: [refusal("ERROR_BAD_REQUEST", {}, { problems })],
    outcome: { errorCode: "ERROR_BAD_REQUEST", details: { problems } },
  },
  ...(
    [
      [200, ""],
      [200, "null"],
      [404, '{"error":"not found"}'],
    ] as const
  ).map(([status, body]) => ({
    what: `HTTP ${status} ${body}`,
    ...read,
    replies: [{ status, body }],
    outcome: {
      foreign: status,
      message: `getBalance: HTTP ${status}, and not an answer of Gatepost. Check the base URL.`,
    },
  })),
];

interface Attempt {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What each client's calls looked like, by the beginning of their path: `/sync/3`. */
const seen = new Map<string, Attempt[]>();
const server = createServer(async (request, response) => {
  const body = await text(request);
  const [, client = "", n = ""] = request.url?.split("/") ?? [];
  const attempts = seen.get(`/${client}/${n}`) ?? [];
  attempts.push({ url: request.url ?? "", headers: request.headers, body });
  seen.set(`/${client}/${n}`, attempts);
  const replies = cases[Number(n)]?.replies ?? [];
  const reply = replies[Math.min(attempts.length, replies.length) - 1];
  if (reply === undefined || reply === "connection lost") request.socket.destroy();
  else response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
});
const { url: origin } = await listen(server);
afterAll(() => server.close());

type Calls = (calls: (Case & { baseUrl: string })[]) => Promise<unknown[]>;

const typescript: Calls = (calls) =>
  Promise.all(
    calls.map(async ({ baseUrl, method, request, idempotencyKey, retrySeconds }) => {
      const client = new Gatepost({ baseUrl, clientKey: "gp_key" });
      const call = client[method] as (request: object, options: object) => Promise<unknown>;
      try {
        return { answer: await call.call(client, request, { idempotencyKey, retrySeconds }) };
      } catch (error) {
        if (error instanceof GatepostError) return { ...error, message: error.message };
        const { message, status } = error as Error & { status?: number };
        return status === undefined ? { lost: true } : { foreign: status, message };
      }
    }),
  );

const inPython =
  (client: string): Calls =>
  async (calls) => {
    const child = spawn(python, [join(import.meta.dirname, "clients/python_calls.py"), client], { env });
    child.stdin.end(JSON.stringify(calls));
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(err).toBe("");
    return JSON.parse(out);
  };

async function expectAlike(name: string, call: Calls): Promise<void> {
  const outcomes = await call(
    cases.map((one, n) => ({ retrySeconds: 30, ...one, baseUrl: `${origin}/${name}/${n}/` })),
  );
  for (const [n, { what, method, request, idempotencyKey, attempts = 1, outcome }] of cases.entries()) {
    const made = seen.get(`/${name}/${n}`) ?? [];
    expect(outcomes[n], what).toMatchObject(outcome);
    expect(made.length, what).toBe(attempts);
    for (const { url, headers, body } of made) {
      expect(url).toBe(`/${name}/${n}/${method}`);
      expect(JSON.parse(body)).toEqual({ clientKey: "gp_key", ...request });
      expect(headers["content-type"]).toBe("application/json");
      expect(headers.authorization).toBe(body.length > 262_144 ? "Bearer gp_key" : undefined);
    }
    const keys = [...new Set(made.map(({ headers }) => headers["idempotency-key"]))];
    const hasKey = method === "createTask" || method === "pushAntiGateVariable";
    expect(keys, what).toEqual([
      hasKey ? (idempotencyKey ?? expect.stringMatching(/^[0-9a-z]+(-[0-9a-z]+){3,4}$/)) : undefined,
    ]);
  }
}

test("the TypeScript client repeats, gives up and reports as the table says", () =>
  expectAlike("typescript", typescript));

// They wait more than they compute.
describe("the Python package", { ...skippedIf(whyNoPython), concurrent: true }, () => {
  test.each(["sync", "async"])(
    "its client of the kind %s repeats, gives up and reports like the TypeScript client",
    (name) => expectAlike(name, inPython(name)),
  );

  test("its own tests pass: waits, cancellation, numbers, files", async () => {
    // One that hangs says where.
    const { stderr } = await run(python, ["-X", "faulthandler", "-m", "unittest", "discover", "-s", "tests"], {
      cwd: pythonPackage,
      env,
      timeout: 150_000,
      killSignal: "SIGABRT",
    });
    expect(stderr).toMatch(/\nOK\n$/);
    console.log(/Ran \d+ tests/.exec(stderr)?.[0]);
  });

  const inSoak = skippedIf(isLong ? undefined : "npm run soak -- generators runs it");
  test("it and its tests are correct for mypy, and wrong calls are not", inSoak, async () => {
    const cache = ["--cache-dir", join(folder, "mypy"), "--python-executable", python];
    const options = { cwd: pythonPackage, env: { ...env, MYPYPATH: "src" } };
    const wrong = [
      "from gatepost import Gatepost",
      'client = Gatepost(base_url="", client_key="")',
      "client.create_tasks()",
      'client.run(website_url="")',
      'client.run(template="", website_url=1)',
      'client.run(template="", website_url="", engine="firefox")',
      'client.get_app_stats(soft_id=1, mode="visits")',
      'client.run(template="", website_url="")["solution"]["uri"]',
      'right: str = client.run(template="", website_url="", on_wait=lambda wait: wait["name"])["solution"]["url"]',
    ];
    const file = join(folder, "wrong.py");
    writeFileSync(file, wrong.join("\n"));
    const checked = await run(python, ["-m", "mypy", "--strict", ...cache, "src", "tests", file], options).catch(
      (error) => error,
    );
    const places = [...String(checked.stdout).matchAll(/^(.+:\d+): error/gm)].map(([, place]) => place);
    expect([...new Set(places)]).toEqual(
      [3, 4, 5, 6, 7, 8].map((line) => expect.stringMatching(`wrong\\.py:${line}$`)),
    );
  });

  test("it reads what another implementation of Standard Webhooks signs, and refuses what is forged or old", async () => {
    // A program takes longer to start than one call.
    const forged = forgedWebhooks(400);
    const given = [...goodWebhooks, ...forged].map(([, ...webhook]) => webhook);
    const program = `import json, sys, gatepost
for body, headers in json.load(sys.stdin):
    try: print(gatepost.read_webhook(body=body, headers=headers, secret=${JSON.stringify(webhookSecret)})["amount"])
    except ValueError as error: print("webhook" in str(error))`;
    const child = spawn(python, ["-c", program], { env });
    child.stdin.end(JSON.stringify(given));
    const said = [...goodWebhooks.map(() => "1.10"), ...forged.map(() => "True"), ""];
    expect((await text(child.stdout)).split("\n")).toEqual(said);
  });
});
