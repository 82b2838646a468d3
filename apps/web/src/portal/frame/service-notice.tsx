import { useQueryClient } from "@tanstack/react-query";
import { useOffline } from "next/offline";
import { useSyncExternalStore } from "react";
import { Notice } from "../../components/panel.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { moment } from "../../format/time.ts";
import { isCutOff, isSignedOut } from "../../trpc/query-client.ts";

/** Says why something that the page shows cannot be fetched: the session has ended, or the service has not been reached since. */
export function ServiceNotice() {
  const cache = useQueryClient().getQueryCache();
  const isOffline = useOffline();
  const last = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => {
      const states = cache.findAll({ type: "active" }).map(({ state }) => state);
      if (states.some(({ error }) => isSignedOut(error))) return "signed out";
      return isOffline || states.some(isCutOff) ? Math.max(...states.map(({ dataUpdatedAt }) => dataUpdatedAt)) : null;
    },
    () => null,
  );
  if (last === null) return null;
  if (last === "signed out")
    return (
      <Notice tone="waits" className="mb-4">
        You are signed out.{" "}
        <TextLink href="/sign-in" target="_blank">
          Sign in again in a new tab
        </TextLink>
        , then return. What you typed here stays.
      </Notice>
    );
  return (
    <Notice tone="waits" className="mb-4">
      The service cannot be reached{last > 0 && `; it was last reached on ${moment(new Date(last))}`}. This page keeps
      trying to reconnect. Changes cannot be saved until it does.
    </Notice>
  );
}
