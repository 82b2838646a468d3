import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { sample } from "./samples.ts";

const call = {
  origin: "http://127.0.0.1:3000",
  method: "createTask",
  body: { clientKey: "gp_x", softId: 7, task: { variables: { a: "it's $5", b: null, c: true, d: [1, "two"], e: {} } } },
};

/** What the sample's own language sends, with the network taken out. */
const sent = JSON.stringify(call.body);

test("the JavaScript sample sends the body", async () => {
  const source = sample("JavaScript", call);
  const run = new Function("fetch", "console", `return (async () => { ${source} })()`);
  let body: unknown;
  await run(
    async (_: string, init: { body: string }) => {
      body = init.body;
      return { json: async () => ({ errorId: 0 }) };
    },
    { log() {} },
  );
  expect(body).toBe(sent);
});

test("the curl sample is one command, whose body is the JSON", () => {
  const said = execFileSync("sh", ["-c", sample("curl", call).replace(/^curl -s \S+ -d /, "printf %s ")]);
  expect(JSON.parse(String(said))).toEqual(call.body);
});

test("Python and PHP samples use their own literals", () => {
  expect(sample("Python", call)).toContain('"b": None,');
  expect(sample("Python", call)).toContain('"c": True,');
  expect(sample("PHP", call)).toContain("'a' => 'it\\'s $5',");
  expect(sample("PHP", call)).toContain("'e' => (object) [],");
});
