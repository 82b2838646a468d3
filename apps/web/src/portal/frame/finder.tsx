import { keepPreviousData } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useDeferredValue, useState } from "react";
import { inputClass } from "../../components/control-classes.ts";
import { useOptions } from "../../components/use-options.ts";
import { trpc } from "../../trpc/client.tsx";
import { mayLeave } from "../use-unsaved-warning.ts";
import { allDestinations, type Destination, findDestinations } from "./destinations.ts";

/** Finds an application or a page from everywhere in the portal. */
export function Finder({ close }: { close: () => void }) {
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
  const found = findDestinations(allDestinations([...applications.values()]), typed);
  const { restart, field, list, option } = useOptions(found, 0, ({ href }: Destination) => {
    close();
    if (mayLeave()) router.push(href);
  });
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: it is what the dialog was opened for
        autoFocus
        {...field}
        aria-label="Application, page or task"
        placeholder="Application, page or task ID"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          restart();
        }}
        className={inputClass}
      />
      <div {...list} className="mt-2">
        {found.map((destination, index) => (
          <div
            key={destination.href}
            {...option(destination, index)}
            className="flex cursor-pointer items-center justify-between gap-3 rounded-field px-3 py-2 aria-selected:bg-raised"
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
