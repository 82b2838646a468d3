import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { Notice } from "../../components/panel.tsx";
import { moment } from "../../format/time.ts";
import { isCutOff } from "../../trpc/query-client.ts";

/** Says so while something that the page shows cannot be fetched, and when the service was last reached. */
export function ServiceNotice() {
  const cache = useQueryClient().getQueryCache();
  const last = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => {
      const states = cache.findAll({ type: "active" }).map(({ state }) => state);
      return states.some(isCutOff) ? Math.max(...states.map(({ dataUpdatedAt }) => dataUpdatedAt)) : null;
    },
    () => null,
  );
  if (last === null) return null;
  return (
    <Notice tone="waits" className="mb-4">
      The service cannot be reached{last > 0 && `; it was last reached on ${moment(new Date(last))}`}. This page keeps
      trying to reconnect. Changes cannot be saved until it does.
    </Notice>
  );
}
