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

test("the Python and PHP samples have the JSON in a literal that ends nowhere else", () => {
  const [, python = ""] = /r'''(.*)'''\n/s.exec(sample("Python", call)) ?? [];
  const [, php = ""] = /<<<'JSON'\n(.*)\nJSON;/s.exec(sample("PHP", call)) ?? [];
  for (const text of [python, php]) expect(JSON.parse(text)).toEqual(call.body);
});
