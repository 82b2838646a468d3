"use client";

import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { inputClass } from "../../components/control-classes.ts";
import { useShortcuts } from "../../components/page-hooks.ts";
import type { Found } from "./search.ts";

/** Searches the documentation while one types; without scripts, the form opens the page of results. */
export function DocsSearch() {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<readonly Found[]>();
  const [chosen, setChosen] = useState(-1);
  const query = typed.trim();

  useShortcuts((event) => {
    if (event.key !== "/") return;
    event.preventDefault();
    field.current?.focus();
  });

  useEffect(() => {
    if (!query) return setFound(undefined);
    const call = new AbortController();
    fetch(`/docs/search/results?q=${encodeURIComponent(query)}`, { signal: call.signal })
      .then((response) => response.json())
      .then((results: readonly Found[]) => {
        setFound(results);
        setChosen(-1);
      })
      // Enter still opens the page of results.
      .catch(() => {});
    return () => call.abort();
  }, [query]);

  const results = found ?? [];
  function press(event: KeyboardEvent) {
    const result = results[chosen];
    if (event.key === "Enter" && result) location.assign(result.href);
    else if (event.key === "ArrowDown") setChosen(Math.min(results.length - 1, chosen + 1));
    else if (event.key === "ArrowUp") setChosen(Math.max(-1, chosen - 1));
    else if (event.key === "Escape") setTyped("");
    else return;
    event.preventDefault();
  }
  return (
    <search className="relative block">
      <form action="/docs/search">
        <input
          ref={field}
          name="q"
          role="combobox"
          aria-label="Search the documentation"
          aria-keyshortcuts="/"
          aria-expanded={results.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
          autoComplete="off"
          maxLength={100}
          placeholder="Search ( / )"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={press}
          className={inputClass}
        />
      </form>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        className={`absolute top-full left-0 z-10 mt-1 max-h-[70dvh] w-full min-w-72 overflow-y-auto rounded-panel border border-line bg-panel p-1 lg:w-96 ${found ? "" : "hidden"}`}
      >
        {results.map(({ href, page, title, excerpt }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          <div
            key={href}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onPointerMove={() => setChosen(index)}
            onClick={() => location.assign(href)}
            className={`cursor-pointer rounded-field px-3 py-2 ${index === chosen ? "bg-raised" : ""}`}
          >
            <p className="font-semibold">{title}</p>
            <p className="line-clamp-2 text-13 text-muted">{title === page ? excerpt : `${page}: ${excerpt}`}</p>
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
