import type { Command } from "commander";
import { Gatepost } from "gatepost";
import { type CallerOptions, callerCommand } from "../caller.ts";

/** `gatepost mcp`: an agent's application starts it, and talks to it on standard input and output. */
export function mcpCommand(): Command {
  return callerCommand("mcp")
    .description("Serves an agent over MCP, on standard input and output: each template of the account is a tool.")
    .addHelpText("after", "\nExample:\n  gatepost mcp --server https://gatepost.example.com")
    .action(async ({ server, key }: CallerOptions) => {
      // Loaded only here, because other commands start faster without it.
      const { serveStdio } = await import("@gatepost/mcp/stdio");
      await serveStdio(new Gatepost({ baseUrl: server, clientKey: key }));
    });
}
