"use client";

import { useSyncExternalStore } from "react";

function onChange(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}

/** Whether the page is visible, and not in a background tab. A live page closes its stream while it is not. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(
    onChange,
    () => document.visibilityState === "visible",
    () => false,
  );
}
