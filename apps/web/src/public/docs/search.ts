import { errorCodes, errors } from "@gatepost/contract/errors";
import { methods } from "@gatepost/contract/methods";
import MiniSearch from "minisearch";
import { docsPages, docsPath } from "./pages.ts";
import { readPage } from "./read-page.ts";

/** A section of a page, a method, or an error. */
interface Entry {
  href: string;
  page: string;
  title: string;
  text: string;
}

export type Found = ReturnType<typeof searchDocs>[number];

let index: MiniSearch<Entry> | undefined;

/** The sections of the documentation that have all words of a query, the best first. The index is made on the first call. */
export function searchDocs(query: string, limit = 8) {
  index ??= makeIndex();
  return index
    .search(query.slice(0, 100), {
      // Nearly every section has a word that begins with a given letter.
      processTerm: (word) => word.length > 1 && word.toLowerCase(),
      prefix: true,
      fuzzy: 0.15,
      combineWith: "AND",
      boost: { title: 4, page: 2 },
    })
    .slice(0, limit)
    .map(({ href, page, title, text, terms }) => ({ href, page, title, excerpt: excerptOf(text, terms) }));
}

function makeIndex(): MiniSearch<Entry> {
  const made = new MiniSearch<Entry>({
    idField: "href",
    fields: ["title", "page", "text"],
    storeFields: ["href", "page", "title", "text"],
  });
  made.addAll(
    docsPages.flatMap((page) => {
      if (!page.file) return reference();
      const path = docsPath(page);
      const { sections } = readPage(page.file);
      return sections.map(({ id, ...section }) => ({
        href: id ? `${path}#${id}` : path,
        page: page.title,
        ...section,
      }));
    }),
  );
  return made;
}

function reference(): Entry[] {
  const page = "API reference";
  return [
    ...Object.values(methods).map(({ name, summary, description }) => ({
      href: `/docs/reference#${name}`,
      page,
      title: name,
      text: `${summary} ${description.replaceAll("`", "")}`,
    })),
    ...errorCodes.map((code) => ({
      href: `/docs/reference#${code}`,
      page,
      title: code,
      text: `Error ${errors[code].id}. ${errors[code].description}`,
    })),
  ];
}

/** What a section says around the first word that was found. */
function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const first = Math.min(...places, text.length);
  const from = first < 100 || first === text.length ? 0 : text.lastIndexOf(" ", first - 60) + 1;
  const to = from + 160 < text.length ? text.lastIndexOf(" ", from + 160) : text.length;
  return `${from > 0 ? "… " : ""}${text.slice(from, to).trim()}${to < text.length ? " …" : ""}`;
}
