import { atDemoSite } from "@gatepost/contract/first-task";
import { headers } from "next/headers";
import { CodeBlock } from "../../components/code-block.tsx";
import { originOf } from "../../http/origin.ts";
import { demoSite } from "../../settings.ts";
import { DocsFrame } from "./docs-frame.tsx";
import type { DocsPage } from "./pages.ts";
import { readPage } from "./read-page.ts";

const languages: Record<string, string> = { sh: "Shell", json: "JSON", js: "JavaScript", sql: "SQL", http: "HTTP" };

/** A page of the documentation that is a file of the repository. What a reader copies has the addresses of this installation. */
export async function DocsMarkdown({ page }: { page: DocsPage }) {
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
