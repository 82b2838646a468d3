import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { gatepost } from "../test-command.ts";

let received: { method: string; body: unknown }[] = [];
let answer: object;

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  received.push({ method: request.url?.slice(1) ?? "", body: JSON.parse(Buffer.concat(chunks).toString()) });
  response.end(JSON.stringify(answer));
});

await once(server.listen(0, "127.0.0.1"), "listening");
const env = { GATEPOST_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, GATEPOST_KEY: "gp_any" };
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function run(args: string[], answered: object, input?: string) {
  [received, answer] = [[], answered];
  return gatepost(["secret", ...args], env, input);
}

test("secret set takes the value from standard input, without the line break at its end, and shows it nowhere", async () => {
  const args = ["set", "bank password", "--domain", "bank.example", "shop.example"];
  const { code, stdout, stderr } = await run(args, { errorId: 0, status: "success" }, "correct  horse\n");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(
    'Stored bank password for bank.example, shop.example. Templates type it with {"secret": "bank password"}.',
  );
  expect(stdout).not.toContain("horse");
  const body = {
    clientKey: "gp_any",
    name: "bank password",
    value: "correct  horse",
    domains: ["bank.example", "shop.example"],
  };
  expect(received).toEqual([{ method: "saveSecret", body }]);
});

test("secret set takes no value as an argument", async () => {
  const { code, stderr } = await run(["set", "bank password", "correct horse", "--domain", "bank.example"], {});
  expect({ code, received }).toEqual({ code: 2, received: [] });
  expect(stderr).toContain("Too many arguments");
});

test("secret list shows names, domains and the day", async () => {
  const secrets = [
    { name: "bank password", domains: ["bank.example"], created: 1_793_577_600, updated: 1_793_577_600 },
  ];
  const { stdout } = await run(["list", "--limit", "1"], { errorId: 0, secrets, next: 7 });
  expect(stdout).toMatch(/bank password +bank\.example +2026-11-02/);
  expect(stdout).toContain("add --after 7");
});

test("secret delete names the deleted secret", async () => {
  const { stdout } = await run(["delete", "bank password"], { errorId: 0, status: "success" });
  expect(stdout).toContain("Deleted bank password.");
  expect(received).toEqual([{ method: "deleteSecret", body: { clientKey: "gp_any", name: "bank password" } }]);
});
