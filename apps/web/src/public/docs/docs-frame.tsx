import type { ReactNode } from "react";
import { DocsSearch } from "./docs-search.tsx";
import { type DocsPage, docsGroups, docsPages, docsPath } from "./pages.ts";

interface Entry {
  href: string;
  title: string;
  /** The name of a method or a step. */
  code?: boolean;
}

interface Props {
  /** None for the results of a search. */
  page?: DocsPage;
  title: string;
  contents: readonly Entry[];
  /** What the results are of. */
  searched?: string;
  children: ReactNode;
}

export function DocsFrame({ page, title, contents, searched = "", children }: Props) {
  const at = page ? docsPages.indexOf(page) : -1;
  const [previous, next] = [docsPages[at - 1], docsPages[at + 1]];
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[12rem_minmax(0,1fr)] xl:grid-cols-[12rem_minmax(0,1fr)_12rem]">
      {/* The list alone scrolls, or the results of the search would be cut where this column ends. */}
      <div className="lg:sticky lg:top-6 lg:z-10 lg:flex lg:max-h-[calc(100dvh-3rem)] lg:flex-col lg:self-start">
        <DocsSearch searched={searched} />
        <nav aria-label="Documentation" className="-mx-1 mt-5 hidden overflow-y-auto p-1 text-13 lg:block">
          <PageList page={page} />
        </nav>
        <Folded label="All pages">
          <nav aria-label="Documentation">
            <PageList page={page} />
          </nav>
        </Folded>
      </div>
      <div className="min-w-0">
        <h1 className="font-semibold text-28 tracking-tight">{title}</h1>
        {contents.length > 1 && (
          <div className="xl:hidden">
            <Folded label="On this page" wide>
              <nav aria-label="On this page">
                <Contents entries={contents} />
              </nav>
            </Folded>
          </div>
        )}
        <div className="mt-6">{children}</div>
        {at >= 0 && (
          <nav aria-label="Previous and next page" className="mt-14 grid gap-3 sm:grid-cols-2">
            {previous ? <Neighbour page={previous} label="Previous" /> : <span />}
            {next && <Neighbour page={next} label="Next" />}
          </nav>
        )}
      </div>
      {contents.length > 1 && (
        <nav
          aria-label="On this page"
          className="hidden text-13 xl:sticky xl:top-6 xl:block xl:max-h-[calc(100dvh-3rem)] xl:self-start xl:overflow-y-auto"
        >
          <p className="mb-2 font-semibold">On this page</p>
          <Contents entries={contents} />
        </nav>
      )}
    </div>
  );
}

/** Closed until somebody opens it, on screens without room for it beside the text. */
function Folded({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <details className={`mt-4 rounded-field border border-line px-3 text-13 ${wide ? "" : "lg:hidden"}`}>
      <summary className="cursor-pointer py-2.5 font-semibold">{label}</summary>
      <div className="pb-3">{children}</div>
    </details>
  );
}

function PageList({ page }: { page: DocsPage | undefined }) {
  return docsGroups.map(({ name, pages }) => (
    <div key={name} className="mb-5">
      <p className="mb-1 font-semibold">{name}</p>
      <ul>
        {pages.map((one) => (
          <li key={one.title}>
            <a
              href={docsPath(one)}
              aria-current={one === page ? "page" : undefined}
              className={`block rounded-field py-1.5 lg:py-1 ${one === page ? "font-semibold text-accent" : "text-muted hover:text-ink"}`}
            >
              {one.title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  ));
}

function Contents({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul>
      {entries.map(({ href, title, code }) => (
        <li key={href}>
          <a
            href={href}
            className={`block break-words py-1.5 text-muted hover:text-ink xl:py-1 ${code ? "font-mono text-12" : ""}`}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Neighbour({ page, label }: { page: DocsPage; label: "Previous" | "Next" }) {
  return (
    <a
      href={docsPath(page)}
      className={`rounded-panel border border-line bg-panel p-4 hover:border-muted ${label === "Next" ? "sm:text-right" : ""}`}
    >
      <span className="block text-13 text-muted">{label}</span>
      <span className="font-semibold">{page.title}</span>
    </a>
  );
}
