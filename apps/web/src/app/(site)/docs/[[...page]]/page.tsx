import { atDemoSite } from "@gatepost/contract/first-task";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { CodeBlock } from "../../../../components/code-block.tsx";
import { originOf } from "../../../../http/origin.ts";
import { DocsFrame } from "../../../../public/docs/docs-frame.tsx";
import { type DocsPage, docsPages, docsPath } from "../../../../public/docs/pages.ts";
import { readPage } from "../../../../public/docs/read-page.ts";
import { demoSite } from "../../../../settings.ts";

type Props = PageProps<"/docs/[[...page]]">;

async function pageOf({ params }: Props): Promise<DocsPage> {
  const path = ["/docs", ...((await params).page ?? [])].join("/");
  return docsPages.find((page) => page.file && docsPath(page) === path) ?? notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const page = await pageOf(props);
  return { title: page === docsPages[0] ? "Documentation" : page.title, description: page.summary.replaceAll("`", "") };
}

const languages: Record<string, string> = { sh: "Shell", json: "JSON", js: "JavaScript", sql: "SQL", http: "HTTP" };

/** A page of the documentation that is a file of the repository. What a reader copies has the addresses of this installation. */
export default async function GuidePage(props: Props) {
  const page = await pageOf(props);
  const { title, parts, headings } = readPage(page.file ?? "");
  const contents = headings
    .filter(({ level }) => level === 2)
    .map(({ id, title }) => ({ href: `#${id}`, title, code: /^[A-Z_]+$/.test(title) }));
  const site = demoSite();
  const origin = originOf(new Headers(await headers()));
  return (
    <DocsFrame page={page} title={title} contents={contents}>
      <div className="markdown docs">
        {parts.map((part, index) =>
          "html" in part ? (
            <div key={index} className="markdown" dangerouslySetInnerHTML={{ __html: atDemoSite(part.html, site) }} />
          ) : (
            <CodeBlock
              key={index}
              label={`${languages[part.language] ?? "Text"} ${index + 1}`}
              code={atDemoSite(part.code, site).replaceAll("http://127.0.0.1:3000", origin)}
            />
          ),
        )}
      </div>
    </DocsFrame>
  );
}
