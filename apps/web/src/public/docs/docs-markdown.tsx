import { headers } from "next/headers";
import { originOf } from "../../http/origin.ts";
import { demoSite } from "../../settings.ts";
import { DocsFrame } from "./docs-frame.tsx";
import { DocsText } from "./docs-text.tsx";
import type { DocsPage } from "./pages.ts";
import { readPage } from "./read-page.ts";

/** A page of the documentation that is a file of the repository. */
export async function DocsMarkdown({ page }: { page: DocsPage }) {
  const { title, parts, headings } = readPage(page.file ?? "");
  const contents = headings
    .filter(({ level }) => level === 2)
    .map(({ id, title }) => ({ href: `#${id}`, title, code: /^[A-Z_]+$/.test(title) }));
  const site = demoSite();
  return (
    <DocsFrame page={page} title={title} contents={contents}>
      <DocsText parts={parts} origin={originOf(new Headers(await headers()))} {...(site && { demoSite: site })} />
    </DocsFrame>
  );
}
