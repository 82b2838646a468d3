"use client";

import { useEffect, useRef, useState } from "react";
import { inputClass } from "../../components/control-classes.ts";
import { useShortcuts } from "../../components/page-hooks.ts";
import { useOptions } from "../../components/use-options.ts";
import type { Found } from "./search.ts";

/** Searches the documentation while one types; without scripts, the form opens the page of results. */
export function DocsSearch({ searched }: { searched: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(searched);
  const [found, setFound] = useState<readonly Found[]>();
  const results = found ?? [];
  const { restart, field: combobox, list, option } = useOptions(results, -1, ({ href }) => location.assign(href));
  const query = typed.trim();

  useShortcuts((event) => {
    if (event.key !== "/") return;
    event.preventDefault();
    field.current?.focus();
  });

  useEffect(() => {
    // The page has the results of what it was opened for.
    if (!query || query === searched) return setFound(undefined);
    const call = new AbortController();
    fetch(`/docs/search/results?q=${encodeURIComponent(query)}`, { signal: call.signal })
      .then((response) => response.json())
      .then((results: readonly Found[]) => {
        setFound(results);
        restart();
      })
      // Enter still opens the page of results.
      .catch(() => {});
    return () => call.abort();
  }, [query, searched]);

  return (
    <search className="relative block">
      <form action="/docs/search">
        <input
          ref={field}
          name="q"
          {...combobox}
          aria-label="Search the documentation"
          aria-keyshortcuts="/"
          maxLength={100}
          placeholder="Search ( / )"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => (event.key === "Escape" ? setTyped("") : combobox.onKeyDown(event))}
          className={inputClass}
        />
      </form>
      <div
        {...list}
        className={`absolute top-full left-0 z-10 mt-1 max-h-[70dvh] w-full min-w-72 overflow-y-auto rounded-panel border border-line bg-panel p-1 lg:w-96 ${found ? "" : "hidden"}`}
      >
        {results.map((result, index) => (
          <div
            key={result.href}
            {...option(result, index)}
            className="cursor-pointer rounded-field px-3 py-2 aria-selected:bg-raised"
          >
            <p className="font-semibold">{result.title}</p>
            <p className="line-clamp-2 text-13 text-muted">
              {result.title === result.page ? result.excerpt : `${result.page}: ${result.excerpt}`}
            </p>
          </div>
        ))}
        {found && results.length === 0 && (
          <div role="option" tabIndex={-1} aria-selected={false} aria-disabled className="px-3 py-2 text-muted">
            No page has all these words.
          </div>
        )}
      </div>
    </search>
  );
}
