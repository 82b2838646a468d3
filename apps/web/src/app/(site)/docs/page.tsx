import type { Metadata } from "next";
import { DocsMarkdown } from "../../../public/docs/docs-markdown.tsx";
import { type DocsPage, docsPages } from "../../../public/docs/pages.ts";

const [start] = docsPages as [DocsPage];

export const metadata: Metadata = { title: "Documentation", description: start.summary };

export default function StartPage() {
  return <DocsMarkdown page={start} />;
}
