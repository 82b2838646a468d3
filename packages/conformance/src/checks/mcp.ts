import assert from "node:assert/strict";
import { checkList } from "../check.ts";
import { type Answer, type Json, send } from "../http.ts";
import type { Service } from "../service.ts";

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "conformance", version: "1" } },
};

function post(service: Service, message: Json, headers: Record<string, string> = {}): Promise<Answer> {
  return send(service.url("mcp"), {
    method: "POST",
    headers: {
      authorization: `Bearer ${service.options.clientKey}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(message),
  });
}

const { checks, section, rule, test } = checkList();

export { checks as mcp };

section("gatepost", "12");
rule("`POST /mcp` is MCP over Streamable HTTP, with the key as `Authorization: Bearer`.");
test("A client of MCP is told the version of the protocol, and a session", async (service) => {
  const { status, text, headers } = await post(service, initialize);
  assert.equal(status, 200);
  assert.match(text, /"protocolVersion":"\d{4}-\d\d-\d\d"/);
  assert.match(headers.get("mcp-session-id") ?? "", /./);
});
rule("A message is limited and authenticated like a call, and each call that a tool makes counts too.");
test("A message of MCP without a key that exists is a 401", async (service) => {
  for (const authorization of ["", "Bearer none"]) {
    const answer = await post(service, initialize, { authorization });
    service.failure(answer, "ERROR_KEY_DOES_NOT_EXIST", undefined, authorization, 401);
  }
});
rule("and so has a request with the Origin of another site.");
test("A message of MCP from a page of another site is a 403", async (service) => {
  const answer = await post(service, initialize, { origin: "https://other.example" });
  service.failure(answer, "ERROR_ACCESS_DENIED", undefined, "the message", 403);
});
rule("One JSON-RPC message in each request; a batch is refused.");
test("A batch of messages of MCP is refused", async (service) => {
  service.failure(await post(service, [initialize]), "ERROR_BAD_REQUEST", undefined, "the batch", 400);
});
rule("GET and DELETE are answered 405.");
test("GET and DELETE of /mcp are a 405", async (service) => {
  for (const verb of ["GET", "DELETE"]) assert.equal((await service.get("mcp", {}, verb)).status, 405, verb);
});
