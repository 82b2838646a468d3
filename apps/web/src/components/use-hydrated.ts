"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether React runs this component in the browser. False on the server and until React hydrated what the server rendered. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
