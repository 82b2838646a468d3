import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { Gatepost } from "gatepost";
import { createMcpServer } from "./server.ts";

/** Serves MCP on standard input and output until the application has closed one of them. */
export async function serveStdio(gatepost: Gatepost): Promise<void> {
  const server = createMcpServer({
    gatepost,
    elicits(server) {
      const { form, url } = server.getClientCapabilities()?.elicitation ?? {};
      return { form: form !== undefined, url: url !== undefined };
    },
  });
  const transport = new StdioServerTransport();
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    // The transport does not see the end of its input.
    process.stdin.once("end", () => void server.close());
    process.stdout.on("error", () => void server.close());
  });
  await server.connect(transport);
  await closed;
}
