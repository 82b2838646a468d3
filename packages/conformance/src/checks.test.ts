import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { errors } from "@gatepost/contract/errors";
import { expect, test } from "vitest";
import { freePort } from "../../../tests/free-port.ts";
import type { Result } from "./check.ts";
import { checks } from "./checks.ts";
import { errorIds } from "./error-ids.ts";
import { sendRaw } from "./http.ts";
import { junit, summary, table } from "./report.ts";
import { Service } from "./service.ts";

const contract = readFileSync(join(import.meta.dirname, "../../../docs/contract.md"), "utf8").replace(/\s+/g, " ");
const sections = new Map(contract.split(/ ## (?=\d+\. )/).map((text) => [/^\d+/.exec(text)?.[0] ?? "", text]));

test("docs/contract.md has the rule of each check, in its section", () => {
  const missing = checks.filter(
    ({ origin, section, quote }) => origin !== "specification" && !sections.get(section)?.includes(quote),
  );
  const quotes = missing.map(({ name, section, quote }) => `${name}: section ${section} does not have "${quote}"`);
  expect(quotes.join("\n"), "what checks quote of docs/contract.md").toBe("");
});

test("each check has a name of its own and quotes a rule", () => {
  expect(checks.filter(({ quote }) => quote === "").map(({ name }) => name)).toEqual([]);
  expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
});

test("a service that does not respond is not checked", async () => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const opening = Service.open({ baseUrl, clientKey: "gp_key" });
  await expect(opening).rejects.toThrow(`${baseUrl} does not respond (ECONNREFUSED): check --base-url.`);
});

test("a request can be sent byte for byte to an IPv6 address", async () => {
  const server = createServer((socket) => socket.end("HTTP/1.1 204 No Content\r\n\r\n"));
  await once(server.listen(0, "::1"), "listening");
  const { port } = server.address() as AddressInfo;
  expect(await sendRaw(`http://[::1]:${port}`, ["GET / HTTP/1.1"])).toMatchObject({ status: 204 });
  server.close();
});

test("each section of docs/contract.md has checks", () => {
  const checked = new Set(checks.filter(({ origin }) => origin !== "specification").map(({ section }) => section));
  expect([...sections.keys()].filter((section) => section !== "" && !checked.has(section))).toEqual([]);
});

test("the suite has the ids of docs/contract.md, and the error table has no other", () => {
  const rows = [...contract.matchAll(/\| (\d+) \| (ERROR_\w+) \|/g)].map(([, id, code]) => [code, Number(id)]);
  expect(errorIds).toEqual(Object.fromEntries(rows));
  expect(new Set(Object.values(errorIds)).size, "each its own").toBe(rows.length);
  expect(errorIds).toEqual(Object.fromEntries(Object.entries(errors).map(([code, { id }]) => [code, id])));
});

const check = { name: "A < B", origin: "gatepost", section: "1", quote: "“B”", run: async () => {} } as const;
const results: Result[] = [
  { check, outcome: "passed", seconds: 0.25 },
  { check, outcome: "failed", why: "\u0000 1 !== 2\nhere", seconds: 1 },
  { check, outcome: "skipped", why: "needs --soft-id", seconds: 0 },
];

test("a failed check is printed with what is wrong and the rule, a skipped one with what it needs", () => {
  expect(results.map(table)).toEqual([
    "✓ gatepost 1        A < B",
    `✗ gatepost 1        A < B\n${" ".repeat(20)}\u0000 1 !== 2\n${" ".repeat(20)}here\n${" ".repeat(20)}The rule: ““B””`,
    `– gatepost 1        A < B\n${" ".repeat(20)}needs --soft-id`,
  ]);
  expect(summary(results)).toBe("3 checks: 1 passed, 1 failed, 1 skipped");
});

test("JUnit XML has each check, and no character that XML refuses", () => {
  expect(junit(results).split("\n").slice(1)).toEqual([
    '<testsuite name="gatepost-conformance" tests="3" failures="1" skipped="1">',
    '  <testcase classname="gatepost.1" name="A &lt; B" time="0.250"/>',
    '  <testcase classname="gatepost.1" name="A &lt; B" time="1.000"><failure message="“B”">\ufffd 1 !== 2',
    "here</failure></testcase>",
    '  <testcase classname="gatepost.1" name="A &lt; B" time="0.000"><skipped message="needs --soft-id"/></testcase>',
    "</testsuite>",
    "",
  ]);
});
