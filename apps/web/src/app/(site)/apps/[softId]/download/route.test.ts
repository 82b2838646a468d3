import { newApplication, newCaller } from "@gatepost/domain/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openContainer } from "../../../../../server/container.ts";
import { openTestDoors } from "../../../../../server/test-doors.ts";
import { GET } from "./route.ts";

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestDoors({ GATEPOST_ORIGIN: "https://gatepost.example" });
});
afterAll(() => close());

test.each([
  ["https://example.org/下载.zip", "https://example.org/%E4%B8%8B%E8%BD%BD.zip"],
  ["https://example.org/a\nb.zip", "https://example.org/ab.zip"],
  ["https://bücher.example/x", "https://xn--bcher-kva.example/x"],
])("a download stored as %j, before addresses were kept in ASCII, is followed", async (downloadUrl, location) => {
  const system = { ...openContainer().ground, actor: { kind: "system" } } as const;
  const softId = await newApplication(system, await newCaller(system));
  await system.db.prisma.application.update({ where: { id: softId }, data: { downloadUrl } });
  const request = new Request(`https://gatepost.example/apps/${softId}/download`);
  const answer = await GET(request, { params: Promise.resolve({ softId: String(softId) }) });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, location]);
});
