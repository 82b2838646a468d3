"use client";

import { keepPreviousData } from "@tanstack/react-query";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import { inputClass } from "../../components/control-classes.ts";
import { trpc } from "../../trpc/client.tsx";
import { leaveEvent } from "../use-unsaved-warning.ts";

/** The possible applications: all of them if one page holds them, otherwise also those found by name. */
function useApplications(typed: string) {
  const all = trpc.applications.find.useQuery({ search: "", limit: 100 });
  const search = typed.trim();
  const found = trpc.applications.find.useQuery(
    { search, limit: 20 },
    { enabled: search !== "" && all.data?.next !== null, placeholderData: keepPreviousData },
  );
  const known = new Map([...(all.data?.items ?? []), ...(found.data?.items ?? [])].map((one) => [one.softId, one]));
  return [...known.values()];
}

/** A field, and the applications and pages that match what is typed. */
export function Finder({ close }: { close: () => void }) {
  const id = useId();
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const applications = useApplications(useDeferredValue(typed));
  const [at, setAt] = useState(0);
  const found = findPlaces(allPlaces(applications), typed);
  const chosen = Math.min(at, Math.max(0, found.length - 1));

  function go({ href }: Place) {
    close();
    if (!dispatchEvent(new Event(leaveEvent, { cancelable: true }))) return;
    router.push(href as Route);
  }
  function press(event: KeyboardEvent) {
    const place = found[chosen];
    if (event.key === "Enter" && place) go(place);
    else if (event.key === "ArrowDown") setAt(Math.min(found.length - 1, chosen + 1));
    else if (event.key === "ArrowUp") setAt(Math.max(0, chosen - 1));
    else return;
    event.preventDefault();
  }
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: it is what the dialog was opened for
        autoFocus
        role="combobox"
        aria-label="Application, page or task"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        placeholder="Application, page or task ID"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
        onKeyDown={press}
        className={inputClass}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Results" className="mt-2">
        {found.map((place, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          <div
            key={place.href}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onPointerMove={() => setAt(index)}
            onClick={() => go(place)}
            className={`flex cursor-pointer items-center justify-between gap-3 rounded-field px-3 py-2 ${index === chosen ? "bg-raised" : ""}`}
          >
            <span className="truncate">{place.name}</span>
            <span className="shrink-0 text-13 text-muted">{place.kind}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="px-3 py-2 text-muted">No matches. Try the application's softId.</p>}
    </>
  );
}

/** A destination of the search. */
export interface Place {
  name: string;
  /** Its kind, shown beside its name. */
  kind: string;
  href: string;
}

export const pages: Place[] = [
  { name: "Home", kind: "page", href: "/dashboard" },
  { name: "Run a template", kind: "page", href: "/dashboard/run" },
  { name: "Applications", kind: "page", href: "/dashboard/apps" },
  { name: "Register an application", kind: "page", href: "/dashboard/apps/new" },
  { name: "Tasks", kind: "page", href: "/dashboard/tasks" },
  { name: "Waiting tasks", kind: "page", href: "/dashboard/tasks?state=waiting" },
  { name: "Failed tasks", kind: "page", href: "/dashboard/tasks?state=failed" },
  { name: "Templates", kind: "page", href: "/dashboard/templates" },
  { name: "New template", kind: "page", href: "/dashboard/new-template" },
  { name: "Record a template", kind: "page", href: "/dashboard/record" },
  { name: "Stored secrets", kind: "page", href: "/dashboard/secrets" },
  { name: "Sessions", kind: "page", href: "/dashboard/secrets#sessions" },
  { name: "Keys", kind: "page", href: "/dashboard/keys" },
  { name: "Events", kind: "page", href: "/dashboard/events" },
  { name: "Inbound codes", kind: "page", href: "/dashboard/inbound" },
  { name: "Balance", kind: "page", href: "/dashboard/balance" },
  { name: "Account", kind: "page", href: "/dashboard/account" },
  { name: "Public catalogue", kind: "page", href: "/apps" },
  { name: "API reference", kind: "page", href: "/docs/reference" },
  { name: "Writing templates", kind: "page", href: "/docs/templates" },
];

/** Applications with their numbers and settings first, then pages. */
export function allPlaces(applications: readonly { softId: number; name: string }[]): Place[] {
  return [
    ...applications.flatMap(({ softId, name }) => [
      { name, kind: `softId ${softId}`, href: `/dashboard/apps/${softId}` },
      { name: `${name}: settings`, kind: `softId ${softId}`, href: `/dashboard/apps/${softId}/settings` },
    ]),
    ...pages,
  ];
}

/**
 * The places whose name or kind contains every typed word; those whose name begins with it come first. A number also
 * means a task.
 */
export function findPlaces(places: readonly Place[], typed: string, max = 12): Place[] {
  const text = typed.trim().toLowerCase();
  const words = text.split(/\s+/).filter(Boolean);
  const task = /^\d{1,15}$/.test(text)
    ? [{ name: `Task ${text}`, kind: "task", href: `/dashboard/tasks/${text}` }]
    : [];
  const found = places.filter(({ name, kind }) => {
    const where = `${name} ${kind}`.toLowerCase();
    return words.every((word) => where.includes(word));
  });
  const begins = (place: Place) => (place.name.toLowerCase().startsWith(text) ? 0 : 1);
  return [...found.sort((a, b) => begins(a) - begins(b)), ...task].slice(0, max);
}
