import { createKey } from "@gatepost/domain/accounts/keys";
import { newCaller } from "@gatepost/domain/platform/testing";
import { expect, test } from "vitest";
import { POST as auth } from "../app/api/auth/[...all]/route.ts";
import { POST as trpc } from "../app/api/trpc/[trpc]/route.ts";
import { POST as mcp } from "../app/mcp/route.ts";
import { getContainer } from "../opened-container.ts";
import { readObjectInTurn } from "./json-body.ts";
import { openTestRoutes } from "./test-routes.ts";

const origin = "http://gatepost.example";
await openTestRoutes({ GATEPOST_ORIGIN: origin });
const system = { ...getContainer().app, actor: { kind: "system" } } as const;
const { accountId } = (await newCaller(system)).actor;
const { clientKey } = await createKey({ ctx: system, input: { accountId, name: "test" } });

const large = JSON.stringify(Object.fromEntries(Array.from({ length: 24_000 }, (_, n) => [`k${n}`, n])));

async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

// A call of a method is answered likewise: json-body.test.ts.
test.for([
  ["/api/auth/sign-out", auth],
  ["/api/trpc/account.signUp", trpc],
  ["/mcp", mcp],
] as const)("nobody waits at %s until all large bodies of another caller have been read", async ([path, post]) => {
  const send = (body: string) => {
    const headers = { origin, authorization: `Bearer ${clientKey}`, "content-type": "application/json" };
    return post(new Request(origin + path, { method: "POST", headers, body }));
  };
  await Promise.all([send(large), send("[]")]);
  const one = await costOf(() => readObjectInTurn(Buffer.from(large), "address 192.0.2.1"));
  let others: Promise<unknown> = Promise.resolve();
  const cost = await costOf(() => {
    others = Promise.all(Array.from({ length: 10 }, () => send(large)));
    return send("[]");
  });
  expect(cost).toBeLessThan(5 * one);
  await others;
});
