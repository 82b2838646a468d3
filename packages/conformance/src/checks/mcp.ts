import assert from "node:assert/strict";
import { checksOf } from "../check.ts";
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

export const mcp = checksOf("gatepost", "12", {
  "`POST /mcp` is MCP over Streamable HTTP, with the key as `Authorization: Bearer`.": {
    async "A client of MCP is told the version of the protocol, and a session"(service) {
      const { status, text, headers } = await post(service, initialize);
      assert.equal(status, 200);
      assert.match(text, /"protocolVersion":"\d{4}-\d\d-\d\d"/);
      assert.match(headers.get("mcp-session-id") ?? "", /./);
    },
  },
  "A message is limited and authenticated like a call, and each call that a tool makes counts too.": {
    async "A message of MCP without a key that exists is a 401"(service) {
      for (const authorization of ["", "Bearer none"])
        service.failure(
          await post(service, initialize, { authorization }),
          "ERROR_KEY_DOES_NOT_EXIST",
          undefined,
          authorization,
          401,
        );
    },
  },
  "and so has a request with the Origin of another site.": {
    async "A message of MCP from a page of another site is a 403"(service) {
      const answer = await post(service, initialize, { origin: "https://other.example" });
      service.failure(answer, "ERROR_ACCESS_DENIED", undefined, "the message", 403);
    },
  },
  "One JSON-RPC message in each request; a batch is refused.": {
    async "A batch of messages of MCP is refused"(service) {
      service.failure(await post(service, [initialize]), "ERROR_BAD_REQUEST", undefined, "the batch", 400);
    },
  },
  "GET and DELETE are answered 405.": {
    async "GET and DELETE of /mcp are a 405"(service) {
      for (const verb of ["GET", "DELETE"]) assert.equal((await service.get("mcp", {}, verb)).status, 405, verb);
    },
  },
});
