"use client";

import { useLayoutEffect } from "react";

const question = "Leave this page without saving your changes?";

/**
 * While there are edits that are not saved, asks before they are lost: by closing or reloading the page, or by a link.
 * The Back button within the portal cannot be stopped by a page.
 */
export function useUnsavedEdits(edited: boolean): void {
  // Its end is part of the commit that removes the edits, so that nothing is asked after it.
  useLayoutEffect(() => {
    if (!edited) return;
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    const click = (event: MouseEvent) => {
      const link = (event.target as Element).closest("a");
      const elsewhere = link?.target === "_blank" || event.ctrlKey || event.metaKey || event.shiftKey;
      if (!link || elsewhere || confirm(question)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("beforeunload", unload);
    // In the capture phase of the window, before the router's links.
    addEventListener("click", click, { capture: true });
    return () => {
      removeEventListener("beforeunload", unload);
      removeEventListener("click", click, { capture: true });
    };
  }, [edited]);
}
