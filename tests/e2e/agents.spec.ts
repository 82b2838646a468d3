import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, signIn, test } from "./flow.ts";

const phone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

test("C2: an agent signs in to a site; its user gives the code on their phone, by the link that the application shows", async ({
  installation,
  caller,
  browser,
}) => {
  const context = await browser.newContext(phone);
  const agent = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: { url: {} } } });
  agent.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    if (params.mode !== "url") throw new Error(`The mode is ${params.mode}.`);
    const page = await context.newPage();
    await page.goto(params.url);
    await page.getByLabel("Answer").fill("349001");
    await page.getByRole("button", { name: "Send answer" }).tap();
    await expect(page.getByText("Sent. The task continues.")).toBeVisible();
    return { action: "accept" };
  });
  const requestInit = { headers: { authorization: `Bearer ${caller.clientKey}` } };
  await agent.connect(
    new StreamableHTTPClientTransport(new URL("/mcp", installation.url), { requestInit }) as Transport,
  );
  const { templateName, variables, websiteURL } = signIn(installation.site).task;
  const { "2fa_input_value": _, ...known } = variables as Record<string, unknown>;
  const tool = (await agent.listTools()).tools.find(({ title }) => title === templateName);
  const result = await agent.callTool(
    { name: tool?.name ?? "", arguments: { websiteURL, variables: known } },
    undefined,
    { timeout: 100_000 },
  );
  expect(result.structuredContent).toMatchObject({
    status: "ready",
    url: `${installation.site.url}/welcome`,
    texts: { page: expect.stringContaining("1,284.50") },
  });
  await agent.close();
  await context.close();
});
