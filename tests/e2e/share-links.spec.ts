import { createApplication } from "@gatepost/domain/applications/applications";
import { createShareLink, revokeShareLink } from "@gatepost/domain/applications/share-links";
import type { Context } from "@gatepost/domain/platform/context";
import { expect, test } from "@playwright/test";
import { newAccount } from "../factories.ts";
import { send } from "./send.ts";
import { type OwnWeb, startWeb } from "./web.ts";

// Nobody else writes into its database.
let web: OwnWeb;
test.beforeAll(async () => {
  web = await startWeb();
});
test.afterAll(() => web[Symbol.asyncDispose]());

/** An application with a link to its numbers. */
async function newShare(web: OwnWeb) {
  const { accountId } = await newAccount(web.operator);
  const { softId } = await createApplication({ ctx: web.operator, input: { accountId, name: "Acme Exporter" } });
  const actor = { kind: "person", userId: "owner", accountId, address: "127.0.0.1" } as const;
  const owner: Context = { ...web.operator, actor };
  const made = await createShareLink({ ctx: owner, input: { softId, name: "press" } });
  const { shareId } = made;
  return { ...made, softId, revoke: () => revokeShareLink({ ctx: owner, input: { shareId } }) };
}

/** All that the database holds but what housekeeping and people's attempts write. */
async function everything(web: OwnWeb): Promise<string> {
  const { prisma } = web.operator.db;
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('reconciliation_scan', 'service_clock', 'worker') order by 1`;
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await prisma.$queryRawUnsafe<{ line: string }[]>(`select t::text as line from "${name}" t order by 1`);
    texts.push(...rows.map(({ line }) => `${name} ${line}`));
  }
  return texts.join("\n");
}

/** A page without what is new in each answer. */
const constant = (body: string, token: string) =>
  body.replaceAll(/nonce="[^"]*"|"nonce":"[^"]*"|nonce\\":\\"[^"\\]*\\"/g, "").replaceAll(token, "TOKEN");

const prefetches: Record<string, string>[] = [
  {},
  { purpose: "prefetch" },
  { "sec-purpose": "prefetch;prerender" },
  { "next-router-prefetch": "1", rsc: "1" },
  { "user-agent": "Slackbot-LinkExpanding 1.0" },
];

test("S12: a share link that is fetched, asked about, fetched ahead or replayed changes nothing", async () => {
  const { token, softId } = await newShare(web);
  const before = await everything(web);
  for (let again = 0; again < 3; again += 1)
    for (const method of ["GET", "HEAD"])
      for (const headers of prefetches)
        expect((await send(`${web.url}/share/${token}`, { method, headers })).status).toBeLessThan(400);
  const input = encodeURIComponent(JSON.stringify({ json: { softId } }));
  const reader = { "x-gatepost-share": token };
  const read = await send(`${web.url}/api/trpc/applications.get?input=${input}`, { headers: reader });
  expect(read.status).toBe(200);
  expect(await everything(web)).toBe(before);
});

test("S12: a guessed, a revoked and a malformed link get one and the same answer, and change nothing", async () => {
  const { token, revoke } = await newShare(web);
  await revoke();
  const before = await everything(web);
  const guesses = [token, "A".repeat(32), `${token.slice(0, 31)}A`, token.toLowerCase(), "x", "%00", `${token}/`];
  const answers = [];
  for (const guess of guesses) {
    const { status, body, headers } = await send(`${web.url}/share/${guess}`, { headers: { accept: "text/html" } });
    answers.push({ status, body: constant(body, guess), cached: headers["cache-control"] });
  }
  expect(answers[0]?.status).toBe(404);
  for (const answer of answers.slice(1, 4)) expect(answer).toEqual(answers[0]);
  for (const { status } of answers) expect(status).toBe(404);
  expect(await everything(web)).toBe(before);
});

test("S12: guessing links is held to the limit of calls", async () => {
  await using limited = await startWeb({ rates: "default", env: { GATEPOST_RATE_LIMIT: "1/5" } });
  const { token } = await newShare(limited);
  const look = (from: string) => send(`${limited.url}/share/${token}`, { from, headers: { accept: "text/html" } });
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 40 }, () => look("127.0.0.4")));
  const seconds = Math.ceil((performance.now() - began) / 1_000);
  const shown = answers.filter(({ status }) => status === 200).length;
  expect(shown).toBeGreaterThanOrEqual(1);
  expect(shown, "the burst, and one a second").toBeLessThanOrEqual(5 + seconds);
  expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
  expect((await look("127.0.0.5")).status, "somebody else").toBe(200);
});
