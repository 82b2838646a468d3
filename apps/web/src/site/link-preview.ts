import type { PublicApplication } from "@gatepost/domain/application/get-public-application";
import type { Metadata } from "next";
import { summarize } from "./markdown.ts";

type Shown = Pick<PublicApplication, "softId" | "name" | "description" | "icon" | "screenshots">;

/**
 * The title and description of an application's page, and what chats show of a link to it (Open Graph, Twitter cards):
 * its first screenshot, otherwise its icon.
 */
export function linkPreview({ softId, name, description, icon, screenshots }: Shown, origin: string): Metadata {
  const page = `${origin}/apps/${softId}`;
  const summary = summarize(description, 160);
  const [screenshot] = screenshots;
  const images = screenshot
    ? [{ ...screenshotImage(screenshot, page), alt: `Screenshot of ${name}` }]
    : icon
      ? [{ url: `${page}/icon?v=${icon}`, type: "image/png", width: 128, height: 128, alt: `Icon of ${name}` }]
      : [];
  const said = { title: name, ...(summary && { description: summary }), images };
  return {
    title: name,
    ...(summary && { description: summary }),
    openGraph: { ...said, type: "website", siteName: "Gatepost", url: page },
    twitter: { ...said, card: screenshot ? "summary_large_image" : "summary" },
  };
}

function screenshotImage({ version, width, height }: Shown["screenshots"][number], page: string) {
  return { url: `${page}/screenshots/${version}`, type: "image/webp", width, height };
}
