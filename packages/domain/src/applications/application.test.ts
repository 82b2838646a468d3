import { expect, test } from "vitest";
import type { Context, PersonContext } from "../platform/context.ts";
import { denied, inProcess, newApplication, newCaller, newSession, openTestContext } from "../platform/testing.ts";
import { getAppStats } from "../statistics/get-app-stats.ts";
import { addNote } from "../statistics/notes.ts";
import { countEvents } from "../statistics/record-visit.ts";
import {
  type ApplicationDetails,
  archiveApplication,
  createApplication,
  getApplication,
  getPublicApplication,
  publishApplication,
  restoreApplication,
  updateApplication,
} from "./applications.ts";
import { listApplications, listPublicApplications } from "./list-applications.ts";
import { createShareLink, listShareLinks, openEmbeddedChart, openShareLink, revokeShareLink } from "./share-links.ts";

const system = await openTestContext();
const web = inProcess(system, "web");
const caller = await newCaller(system);
const ada = newSession(caller);
const bob = newSession(await newCaller(system));

async function register(name: string, more: Partial<ApplicationDetails> & { published?: boolean } = {}) {
  const { softId } = await createApplication({ ctx: ada, input: { accountId: ada.actor.accountId, name, ...more } });
  return softId;
}

async function namesOf(ctx: PersonContext): Promise<string[]> {
  const { accountId } = ctx.actor;
  return (await listApplications({ ctx, input: { accountId } })).items.map(({ name }) => name);
}

test("an owner's description is trimmed, addresses are kept in ASCII and in one line, and empty properties are null", async () => {
  const downloadUrl = "https://a.example/\n下载.zip";
  const softId = await register("  Acme Exporter ", { description: " Exports. ", homepage: "", downloadUrl });
  expect(softId).toBeGreaterThan(1_000);
  expect(await getApplication({ ctx: caller, input: { softId } })).toMatchObject({
    name: "Acme Exporter",
    description: "Exports.",
    homepage: null,
    downloadUrl: "https://a.example/%E4%B8%8B%E8%BD%BD.zip",
    published: true,
    demo: false,
    commission: 100_000,
  });
  const homepage = "HTTPS://bücher.example";
  await updateApplication({ ctx: ada, input: { softId, name: "Acme Importer", homepage } });
  expect(await getApplication({ ctx: caller, input: { softId } })).toMatchObject({
    name: "Acme Importer",
    description: "",
    homepage: "https://xn--bcher-kva.example/",
    downloadUrl: null,
  });
});

const noPassword = "must not hold a user name or password: everybody sees it.";
const good = { label: "Manual", url: "https://a.example/manual" };

test.each<[details: Partial<ApplicationDetails>, message: string]>([
  [{ name: " " }, "name must have 1 to 100 characters."],
  [{ name: "x".repeat(101) }, "name must have 1 to 100 characters."],
  [{ description: "x".repeat(10_001) }, "description must have at most 10,000 characters."],
  [{ homepage: "example.com" }, "homepage must be an absolute http or https URL."],
  [{ homepage: "javascript:alert(1)" }, "homepage must be an absolute http or https URL."],
  [{ homepage: "https://ada:pw@example.com/" }, `homepage ${noPassword}`],
  [{ downloadUrl: "file:///etc/passwd" }, "downloadUrl must be an absolute http or https URL."],
  [{ downloadUrl: `https://a.example/${"载".repeat(700)}` }, "downloadUrl must have at most 2,000 characters."],
  [{ version: "x".repeat(41) }, "version must have 1 to 40 characters."],
  [{ links: [good, { label: " ", url: good.url }] }, "label of link 2 must have 1 to 40 characters."],
  [{ links: [{ label: "Run", url: "javascript:alert(1)" }] }, "url of link 1 must be an absolute http or https URL."],
  [{ links: [{ label: "Mine", url: "https://a:b@c.example/" }] }, `url of link 1 ${noPassword}`],
  [{ links: Array(7).fill(good) }, "links must be at most 6."],
  [
    { name: " ", homepage: "x", links: [{ label: " ", url: "" }] },
    "name must have 1 to 100 characters. homepage must be an absolute http or https URL. label of link 1 must have 1 to 40 characters. url of link 1 must be an absolute http or https URL.",
  ],
  [{ name: " ", links: Array(7).fill(good) }, "name must have 1 to 100 characters. links must be at most 6."],
])("%j is refused by name, when it is registered and when it is changed", async (details, message) => {
  const softId = await register("Sound");
  const refusal = { code: "ERROR_BAD_REQUEST", message };
  await expect(register("Other", details)).rejects.toMatchObject(refusal);
  await expect(updateApplication({ ctx: ada, input: { softId, name: "Sound", ...details } })).rejects.toMatchObject(
    refusal,
  );
  expect(await getApplication({ ctx: caller, input: { softId } })).toMatchObject({ name: "Sound" });
});

test("a key manages no application; the operator publishes one", async () => {
  const softId = await register("Ours");
  const { accountId } = ada.actor;
  for (const call of [
    () => updateApplication({ ctx: caller, input: { softId, name: "Theirs" } }),
    () => publishApplication({ ctx: caller, input: { softId, published: false } }),
    () => archiveApplication({ ctx: caller, input: { softId } }),
    () => createApplication({ ctx: caller, input: { accountId, name: "Theirs" } }),
  ])
    await expect(call()).rejects.toThrow();
  expect(await getApplication({ ctx: ada, input: { softId } })).toMatchObject({ name: "Ours", published: true });
  await publishApplication({ ctx: system, input: { softId, published: false } });
  expect(await getApplication({ ctx: ada, input: { softId } })).toMatchObject({ published: false });
});

test("its version and links are on the public page as they were written, and gone when they are left out", async () => {
  const links = [good, { label: " Café ", url: "https://bücher.example" }];
  const softId = await register("Linked", { version: " 2.4.1 (beta) ", links });
  const shown = () => getPublicApplication({ ctx: web, input: { softId } });
  const read = [good, { label: "Café", url: "https://xn--bcher-kva.example/" }];
  expect(await shown()).toMatchObject({ version: "2.4.1 (beta)", links: read });
  expect(await getApplication({ ctx: ada, input: { softId } })).toMatchObject({ version: "2.4.1 (beta)", links: read });
  await updateApplication({ ctx: ada, input: { softId, name: "Linked" } });
  expect(await shown()).toMatchObject({ version: "", links: [] });
});

test("an unpublished application has no public page and is in no catalogue; its owner sees it", async () => {
  const softId = await register("Hidden Gem", { published: false });
  const catalogue = async () =>
    (await listPublicApplications({ ctx: web, input: { search: "hidden gem", caller: "" } })).items;
  expect([await getPublicApplication({ ctx: web, input: { softId } }), await catalogue()]).toEqual([null, []]);
  for (const none of [0, -1, 1.5, 2 ** 31, Number.NaN])
    expect(await getPublicApplication({ ctx: web, input: { softId: none } }), `${none}`).toBeNull();
  expect(await namesOf(ada)).toContain("Hidden Gem");
  await publishApplication({ ctx: ada, input: { softId, published: true } });
  expect(await getPublicApplication({ ctx: web, input: { softId } })).toEqual({
    softId,
    name: "Hidden Gem",
    description: "",
    homepage: null,
    downloadUrl: null,
    demo: false,
    icon: null,
    version: "",
    links: [],
    screenshots: [],
  });
  expect(await catalogue()).toEqual([{ softId, name: "Hidden Gem", description: "", demo: false, icon: null }]);
});

test("an archived application is gone from every list and cannot be changed, what was counted stays, and its owner alone restores it, once, with its page hidden", async () => {
  const softId = await register("Old Exporter");
  await system.batch(countEvents, { softId, metric: "view", label: "" });
  await archiveApplication({ ctx: ada, input: { softId } });
  expect(await namesOf(ada)).not.toContain("Old Exporter");
  expect(await getPublicApplication({ ctx: web, input: { softId } })).toBeNull();
  expect((await listPublicApplications({ ctx: web, input: { search: "Old Exporter", caller: "" } })).items).toEqual([]);
  await expect(updateApplication({ ctx: ada, input: { softId, name: "New" } })).rejects.toThrow();
  await expect(publishApplication({ ctx: ada, input: { softId, published: true } })).rejects.toThrow();
  await expect(archiveApplication({ ctx: ada, input: { softId } })).rejects.toThrow();
  const { values } = await getAppStats({ ctx: caller, input: { softId, mode: "views" } });
  expect(values.reduce((total, value) => total + value, 0)).toBe(1);

  const back = await register("Back Again");
  await expect(restoreApplication({ ctx: ada, input: { softId: back } }), "not archived").rejects.toMatchObject(denied);
  await archiveApplication({ ctx: ada, input: { softId: back } });
  expect(await getApplication({ ctx: ada, input: { softId: back } })).toMatchObject({ archived: true });
  for (const ctx of [bob, caller, system])
    await expect(restoreApplication({ ctx, input: { softId: back } })).rejects.toMatchObject(denied);
  await restoreApplication({ ctx: ada, input: { softId: back } });
  expect(await namesOf(ada)).toContain("Back Again");
  expect(await getApplication({ ctx: ada, input: { softId: back } })).toMatchObject({
    archived: false,
    published: false,
  });
  await publishApplication({ ctx: ada, input: { softId: back, published: true } });
  expect(await getPublicApplication({ ctx: web, input: { softId: back } })).toMatchObject({ softId: back });
});

test("the catalogue is listed by name in pages, the demo's applications last; a search is text, not a pattern", async () => {
  const { accountId } = bob.actor;
  for (let n = 0; n < 50; n++)
    await createApplication({ ctx: bob, input: { accountId, name: `Paged ${String(n).padStart(2, "0")}` } });
  await system.db.prisma.application.create({ data: { accountId, name: "Paged 00 of the demo", demo: true } });
  const page = (after?: number, search = "paged") =>
    listPublicApplications({ ctx: web, input: { search, after, caller: "" } });
  const first = await page();
  const second = await page(first.next ?? 0);
  expect([first.items.length, first.next, second.next]).toEqual([48, first.items.at(-1)?.softId, null]);
  const names = [first, second].flatMap(({ items }) => items.map(({ name }) => name));
  expect(names).toEqual([
    ...Array.from({ length: 50 }, (_, n) => `Paged ${String(n).padStart(2, "0")}`),
    "Paged 00 of the demo",
  ]);
  // A search is text, not a pattern.
  for (const pattern of ["Paged%0", "Paged_0", "' or 1=1"]) expect((await page(undefined, pattern)).items).toEqual([]);
  expect(await page(-5), "after one that is not there").toEqual(first);
});

test("of all visitors who search at once, one has a connection, and each address its turn", async () => {
  const ctx = inProcess(system, "web");
  const [order, underWay]: [string[], number[]] = [[], [0]];
  let now = 0;
  const run = async (...asked: Parameters<typeof ctx.db.run>) => {
    underWay.push(++now);
    return ctx.db.run(...asked).finally(() => now--);
  };
  const search = async (caller: string) => {
    const db = { ...ctx.db, run: run as typeof ctx.db.run };
    await listPublicApplications({ ctx: { ...ctx, db }, input: { search: "x", caller } });
    order.push(caller);
  };
  await Promise.all(["a", "a", "a", "b"].map(search));
  expect(Math.max(...underWay)).toBe(1);
  expect(order).toEqual(["a", "a", "b", "a"]);
});

const softId = await newApplication(system, caller);

const share = (name: string, of = softId) => createShareLink({ ctx: ada, input: { softId: of, name } });
const shared = async (embedded = false, of = softId) =>
  (await listShareLinks({ ctx: ada, input: { softId: of, embedded } })).items;
const open = (token: string | undefined) => openShareLink({ app: web, token });

test("the holder of the link reads one application, and changes nothing", async () => {
  const actor = await open((await share("press")).token);
  if (!actor) throw new Error("The link does not work.");
  const ctx: Context = { ...system, actor };
  const other = await newApplication(system, caller);
  expect((await getApplication({ ctx, input: { softId } })).name).toBe("Exporter");
  expect((await getAppStats({ ctx, input: { softId, mode: "views" } })).values).toHaveLength(30);
  await expect(getAppStats({ ctx, input: { softId: other, mode: "views" } })).rejects.toMatchObject(denied);
  await expect(addNote({ ctx, input: { softId, day: "2026-11-20", text: "mine" } })).rejects.toMatchObject(denied);
  await expect(createShareLink({ ctx, input: { softId, name: "more" } })).rejects.toMatchObject(denied);
});

test("a revoked link, a guessed one and a malformed one give access to nothing", async () => {
  const { token, shareId } = await share("for a day");
  await revokeShareLink({ ctx: ada, input: { shareId } });
  for (const tried of [token, "A".repeat(32), "", undefined, `${token}x`]) expect(await open(tried)).toBeNull();
  expect((await shared()).map(({ name }) => name)).not.toContain("for a day");
});

test("an embedded chart opens one mode and not the dashboard, until it is revoked", async () => {
  const openChart = (token: string | undefined) => openEmbeddedChart({ app: web, token });
  const chart = await createShareLink({ ctx: ada, input: { softId, name: "blog", embeddedMode: "views" } });
  expect(await openChart(chart.token)).toMatchObject({ mode: "views", actor: { softId } });
  expect(await open(chart.token)).toBeNull();
  expect(await openChart((await share("whole")).token)).toBeNull();
  expect(await shared(true)).toMatchObject([{ shareId: chart.shareId, name: "blog", embeddedMode: "views" }]);
  expect((await shared()).map(({ name }) => name)).not.toContain("blog");
  await revokeShareLink({ ctx: ada, input: { shareId: chart.shareId } });
  for (const token of [chart.token, "A".repeat(32), "", undefined]) expect(await openChart(token)).toBeNull();
});

test("archiving an application invalidates its links, and no new ones can be created", async () => {
  const gone = await newApplication(system, caller);
  const { token } = await share("press", gone);
  await archiveApplication({ ctx: ada, input: { softId: gone } });
  expect(await open(token)).toBeNull();
  expect(await shared(false, gone)).toEqual([]);
  await expect(share("more", gone)).rejects.toMatchObject(denied);
});
