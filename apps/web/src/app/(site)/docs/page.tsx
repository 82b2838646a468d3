import type { Metadata } from "next";
import { DocsMarkdown } from "../../../docs/docs-markdown.tsx";
import { type DocsPage, docsPages } from "../../../docs/pages.ts";

const [start] = docsPages as [DocsPage];

export const metadata: Metadata = { title: "Documentation", description: start.summary };

export default function StartPage() {
  return <DocsMarkdown page={start} />;
}
