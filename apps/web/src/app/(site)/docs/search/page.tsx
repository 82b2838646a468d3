import { TextLink } from "../../../../components/text-link.tsx";
import { DocsFrame } from "../../../../public/docs/docs-frame.tsx";
import { searchDocs } from "../../../../public/docs/search.ts";

export const metadata = { title: "Search the documentation" };

/** The results of a search, for browsers without scripts and for those who press Enter. */
export default async function SearchPage({ searchParams }: PageProps<"/docs/search">) {
  const { q } = await searchParams;
  const query = typeof q === "string" ? q.trim() : "";
  const results = searchDocs(query, 30);
  return (
    <DocsFrame title={query ? `Results for “${query}”` : "Search the documentation"} contents={[]} searched={query}>
      {results.length > 0 ? (
        <ul className="space-y-5">
          {results.map(({ href, page, title, excerpt }) => (
            <li key={href}>
              <TextLink href={href}>{title === page ? title : `${page}: ${title}`}</TextLink>
              <p className="mt-1 text-muted">{excerpt}</p>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted">
          {query
            ? "No page has all these words. Try fewer or shorter ones."
            : "Type a word into the field, such as callback."}
        </p>
      )}
    </DocsFrame>
  );
}
