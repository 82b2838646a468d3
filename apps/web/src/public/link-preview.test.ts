import { expect, test } from "vitest";
import { linkPreview } from "./application-page.tsx";

const bare = { softId: 7, name: "Acme", description: "", icon: null, screenshots: [] };
const page = "https://gatepost.example/apps/7";
const preview = (part: Partial<Parameters<typeof linkPreview>[0]>) =>
  linkPreview({ ...bare, ...part }, "https://gatepost.example");

test("a preview shows the first screenshot in large, otherwise the icon, otherwise the name alone", () => {
  const screenshots = ["b", "c"].map((version) => ({ version, width: 1_600, height: 900 }));
  const screenshot = { url: `${page}/screenshots/b`, type: "image/webp", width: 1_600, height: 900 };
  expect(preview({ icon: "a", screenshots })).toMatchObject({
    openGraph: { title: "Acme", url: page, images: [screenshot] },
    twitter: { card: "summary_large_image", images: [screenshot] },
  });
  expect(preview({ icon: "a" })).toMatchObject({
    openGraph: { images: [{ url: `${page}/icon?v=a`, width: 128 }] },
    twitter: { card: "summary" },
  });
  expect(preview({})).toMatchObject({ openGraph: { images: [] }, twitter: { card: "summary", images: [] } });
});

test("its description is the text of the Markdown, cut at 160 characters, and absent if there is none", () => {
  const description = `# Why\n\n**Fast**, <b>and</b> [more](https://a.example/). ${"x".repeat(200)}`;
  const summary = preview({ description }).openGraph?.description;
  expect(summary).toMatch(/^Why: Fast, <b>and<\/b> more\. x+…$/);
  expect(summary).toHaveLength(160);
  expect(preview({}).openGraph).not.toHaveProperty("description");
});
