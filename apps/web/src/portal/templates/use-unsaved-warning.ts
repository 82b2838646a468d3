"use client";

import { useEffect } from "react";
import { leaveEvent } from "../leave-event.ts";

const question = "Your changes are not saved. Leave without them?";

/** Asks before a link, the search or the browser leaves the page with unsaved changes. */
export function useUnsavedWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const listening = new AbortController();
    const { signal } = listening;
    let isLeaving = false;
    const stays = () => {
      isLeaving = confirm(question);
      return !isLeaving;
    };
    const click = (event: MouseEvent) => {
      const link = (event.target as Element).closest("a[href]");
      if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || event.button !== 0) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || link.pathname === location.pathname) return;
      if (!stays()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("click", click, { signal, capture: true });
    addEventListener(leaveEvent, (event) => stays() && event.preventDefault(), { signal });
    addEventListener("beforeunload", (event) => isLeaving || event.preventDefault(), { signal });
    return () => listening.abort();
  }, [isUnsaved]);
}
