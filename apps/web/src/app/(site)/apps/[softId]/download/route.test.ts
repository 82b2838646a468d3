import { newApplication, newCaller } from "@gatepost/domain/platform/testing";
import { expect, test } from "vitest";
import { openTestRoutes } from "../../../../../http/test-routes.ts";
import { getContainer } from "../../../../../opened-container.ts";
import { GET } from "./route.ts";

await openTestRoutes({ GATEPOST_ORIGIN: "https://gatepost.example" });

/** Asks for the download of a new application: where it leads, and how many were counted. */
async function ask(downloadUrl: string, headers: Record<string, string> = {}) {
  const system = { ...getContainer().app, actor: { kind: "system" } } as const;
  const softId = await newApplication(system, await newCaller(system));
  await system.db.prisma.application.update({ where: { id: softId }, data: { downloadUrl } });
  const request = new Request(`https://gatepost.example/apps/${softId}/download`, { headers });
  const answer = await GET(request, { params: Promise.resolve({ softId: String(softId) }) });
  expect(answer.status).toBe(302);
  const counted = await system.db.prisma.count.count({ where: { applicationId: softId } });
  return { page: `/apps/${softId}`, location: answer.headers.get("location"), counted };
}

test.each([
  ["https://example.org/下载.zip", "https://example.org/%E4%B8%8B%E8%BD%BD.zip"],
  ["https://example.org/a\nb.zip", "https://example.org/ab.zip"],
])("a download stored as %j, before addresses were kept in ASCII, is followed", async (downloadUrl, location) => {
  expect(await ask(downloadUrl)).toMatchObject({ location });
});

const html = "text/html,application/xhtml+xml,*/*;q=0.8";

test.for([
  ["a link of a page of this site", { "sec-fetch-site": "same-origin", accept: html }, true],
  ["the same, where the browser does not say so", { referer: "https://gatepost.example/apps/1", accept: html }, true],
  ["a program", {}, true],
  ["who says nothing", { accept: html }, true],
  ["a link of a neighbour", { "sec-fetch-site": "same-site", accept: html }, false],
  ["an address that was pasted", { "sec-fetch-site": "none", accept: html }, false],
  [
    "another site, where the browser does not say so",
    { referer: "https://gatepost.example.evil/", accept: html },
    false,
  ],
] as const)(
  "S17: from %s a download is followed and counted, or leads to the page that names it",
  async ([, headers, follows]) => {
    const download = "https://example.org/a.zip";
    const { page, location, counted } = await ask(download, headers);
    expect({ location, counted }).toEqual(
      follows ? { location: download, counted: 1 } : { location: page, counted: 0 },
    );
  },
);
