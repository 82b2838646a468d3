import { keepPreviousData } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import { inputClass } from "../../components/control-classes.ts";
import { trpc } from "../../trpc/client.tsx";
import { leaveEvent } from "../use-unsaved-warning.ts";
import { allDestinations, type Destination, findDestinations } from "./destinations.ts";

/** A field, and the applications and pages that match what is typed, from everywhere in the portal. */
export function Finder({ close }: { close: () => void }) {
  const id = useId();
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed).trim();
  // All applications if one page holds them, otherwise also those that are found by name.
  const all = trpc.applications.find.useQuery({ search: "", limit: 100 });
  const named = trpc.applications.find.useQuery(
    { search, limit: 20 },
    { enabled: search !== "" && all.data?.next !== null, placeholderData: keepPreviousData },
  );
  const applications = new Map(
    [...(all.data?.items ?? []), ...(named.data?.items ?? [])].map((one) => [one.softId, one]),
  );
  const [at, setAt] = useState(0);
  const found = findDestinations(allDestinations([...applications.values()]), typed);
  const chosen = Math.min(at, Math.max(0, found.length - 1));

  function go({ href }: Destination) {
    close();
    if (!dispatchEvent(new Event(leaveEvent, { cancelable: true }))) return;
    router.push(href);
  }
  function press(event: KeyboardEvent) {
    const destination = found[chosen];
    if (event.key === "Enter" && destination) go(destination);
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
        {found.map((destination, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          <div
            key={destination.href}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onPointerMove={() => setAt(index)}
            onClick={() => go(destination)}
            className={`flex cursor-pointer items-center justify-between gap-3 rounded-field px-3 py-2 ${index === chosen ? "bg-raised" : ""}`}
          >
            <span className="truncate">{destination.name}</span>
            <span className="shrink-0 text-13 text-muted">{destination.kind}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="px-3 py-2 text-muted">No matches. Try the application's softId.</p>}
    </>
  );
}
