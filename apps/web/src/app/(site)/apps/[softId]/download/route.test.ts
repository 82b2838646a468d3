import { newApplication, newCaller } from "@gatepost/domain/platform/testing";
import { expect, test } from "vitest";
import { openTestRoutes } from "../../../../../http/test-routes.ts";
import { getContainer } from "../../../../../opened-container.ts";
import { GET } from "./route.ts";

await openTestRoutes({ GATEPOST_ORIGIN: "https://gatepost.example" });

test.each([
  ["https://example.org/下载.zip", "https://example.org/%E4%B8%8B%E8%BD%BD.zip"],
  ["https://example.org/a\nb.zip", "https://example.org/ab.zip"],
  ["https://bücher.example/x", "https://xn--bcher-kva.example/x"],
])("a download stored as %j, before addresses were kept in ASCII, is followed", async (downloadUrl, location) => {
  const system = { ...getContainer().app, actor: { kind: "system" } } as const;
  const softId = await newApplication(system, await newCaller(system));
  await system.db.prisma.application.update({ where: { id: softId }, data: { downloadUrl } });
  const request = new Request(`https://gatepost.example/apps/${softId}/download`);
  const answer = await GET(request, { params: Promise.resolve({ softId: String(softId) }) });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, location]);
});

const html = "text/html,application/xhtml+xml,*/*;q=0.8";

test.for([
  ["a link of a page of this site", { "sec-fetch-site": "same-origin", accept: html }, true],
  ["the same, where the browser does not say so", { referer: "https://gatepost.example/apps/1", accept: html }, true],
  ["a program", {}, true],
  ["who says nothing", { accept: html }, true],
  ["a link of another site", { "sec-fetch-site": "cross-site", accept: html }, false],
  ["a link of a neighbour", { "sec-fetch-site": "same-site", accept: html }, false],
  ["an address that was pasted", { "sec-fetch-site": "none", accept: html }, false],
  ["another site, where the browser does not say so", { referer: "https://evil.example/", accept: html }, false],
  [
    "an address that only begins like this site's",
    { referer: "https://gatepost.example.evil.example/", accept: html },
    false,
  ],
] as const)(
  "S17: from %s a download is followed and counted, or leads to the page that names it",
  async ([, headers, follows]) => {
    const system = { ...getContainer().app, actor: { kind: "system" } } as const;
    const softId = await newApplication(system, await newCaller(system));
    await system.db.prisma.application.update({
      where: { id: softId },
      data: { downloadUrl: "https://example.org/a.zip" },
    });
    const request = new Request(`https://gatepost.example/apps/${softId}/download`, { headers });
    const answer = await GET(request, { params: Promise.resolve({ softId: String(softId) }) });
    expect(answer.headers.get("location")).toBe(follows ? "https://example.org/a.zip" : `/apps/${softId}`);
    expect(await system.db.prisma.count.count({ where: { applicationId: softId } })).toBe(follows ? 1 : 0);
  },
);
