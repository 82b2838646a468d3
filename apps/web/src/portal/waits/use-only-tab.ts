"use client";

import { useEffect, useState } from "react";

/**
 * Whether this tab holds the lock of that name, which one tab of the browser has at a time; another gets it when it is
 * closed. Without HTTPS, where browsers have no locks, each tab counts as the only one.
 */
export function useOnlyTab(name: string): boolean {
  const [holds, setHolds] = useState(false);
  useEffect(() => {
    if (!navigator.locks) return setHolds(true);
    const leaving = new AbortController();
    const left = new Promise<void>((resolve) => leaving.signal.addEventListener("abort", () => resolve()));
    navigator.locks
      .request(name, { signal: leaving.signal }, () => {
        setHolds(true);
        return left;
      })
      // The tab was closed before its turn.
      .catch(() => {});
    return () => leaving.abort();
  }, [name]);
  return holds;
}
