import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocsMarkdown } from "../../../../public/docs/docs-markdown.tsx";
import { type DocsPage, docsPages, docsPath } from "../../../../public/docs/pages.ts";

type Props = PageProps<"/docs/[[...page]]">;

async function pageOf({ params }: Props): Promise<DocsPage> {
  const path = ["/docs", ...((await params).page ?? [])].join("/");
  return docsPages.find((page) => page.file && docsPath(page) === path) ?? notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const page = await pageOf(props);
  return { title: page === docsPages[0] ? "Documentation" : page.title, description: page.summary.replaceAll("`", "") };
}

export default async function GuidePage(props: Props) {
  return <DocsMarkdown page={await pageOf(props)} />;
}
