import { expect, test } from "vitest";
import type { Context } from "../platform/context.ts";
import { denied, inProcess, newApplication, newCaller, newSession, openTestContext } from "../platform/testing.ts";
import { getAppStats } from "../statistics/get-app-stats.ts";
import { addNote } from "../statistics/notes.ts";
import { archiveApplication, getApplication } from "./applications.ts";
import { createShareLink, listShareLinks, openEmbeddedChart, openShareLink, revokeShareLink } from "./share-links.ts";

const system = await openTestContext();
const owner = await newCaller(system);
const signedIn = newSession(owner);
const softId = await newApplication(system, owner);

async function reader(token: string): Promise<Context> {
  const actor = await openShareLink({ app: inProcess(system, "web"), token });
  if (!actor) throw new Error("The link does not work.");
  return { ...system, actor };
}

test("the holder of the link reads one application, and changes nothing", async () => {
  const { token } = await createShareLink({ ctx: signedIn, input: { softId, name: "press" } });
  const other = await newApplication(system, owner);
  const ctx = await reader(token);
  expect((await getApplication({ ctx, input: { softId } })).name).toBe("Exporter");
  expect((await getAppStats({ ctx, input: { softId, mode: "views" } })).values).toHaveLength(30);
  await expect(getAppStats({ ctx, input: { softId: other, mode: "views" } })).rejects.toMatchObject(denied);
  await expect(addNote({ ctx, input: { softId, day: "2026-11-20", text: "mine" } })).rejects.toMatchObject(denied);
  await expect(createShareLink({ ctx, input: { softId, name: "more" } })).rejects.toMatchObject(denied);
});

test("a revoked link, a guessed one and a malformed one give access to nothing", async () => {
  const { token, shareId } = await createShareLink({ ctx: signedIn, input: { softId, name: "for a day" } });
  await revokeShareLink({ ctx: signedIn, input: { shareId } });
  for (const tried of [token, "A".repeat(32), "", undefined, `${token}x`])
    expect(await openShareLink({ app: inProcess(system, "web"), token: tried })).toBeNull();
  expect((await listShareLinks({ ctx: signedIn, input: { softId } })).items.map(({ name }) => name)).not.toContain(
    "for a day",
  );
});

test("an embedded chart opens one mode and not the dashboard, until it is revoked", async () => {
  const app = inProcess(system, "web");
  const input = { softId, name: "blog", embeddedMode: "views" as const };
  const chart = await createShareLink({ ctx: signedIn, input });
  const link = await createShareLink({ ctx: signedIn, input: { softId, name: "whole" } });
  expect(await openEmbeddedChart({ app, token: chart.token })).toMatchObject({ mode: "views", actor: { softId } });
  expect(await openShareLink({ app, token: chart.token })).toBeNull();
  expect(await openEmbeddedChart({ app, token: link.token })).toBeNull();
  const charts = await listShareLinks({ ctx: signedIn, input: { softId, embedded: true } });
  expect(charts.items).toMatchObject([{ shareId: chart.shareId, name: "blog", embeddedMode: "views" }]);
  const links = await listShareLinks({ ctx: signedIn, input: { softId } });
  expect(links.items.map(({ name }) => name)).not.toContain("blog");
  await revokeShareLink({ ctx: signedIn, input: { shareId: chart.shareId } });
  for (const token of [chart.token, "A".repeat(32), "", undefined])
    expect(await openEmbeddedChart({ app, token })).toBeNull();
});

test("archiving an application invalidates its links, and no new ones can be created", async () => {
  const gone = await newApplication(system, owner);
  const { token } = await createShareLink({ ctx: signedIn, input: { softId: gone, name: "press" } });
  await archiveApplication({ ctx: signedIn, input: { softId: gone } });
  expect(await openShareLink({ app: inProcess(system, "web"), token })).toBeNull();
  expect((await listShareLinks({ ctx: signedIn, input: { softId: gone } })).items).toEqual([]);
  await expect(createShareLink({ ctx: signedIn, input: { softId: gone, name: "more" } })).rejects.toMatchObject(denied);
});
