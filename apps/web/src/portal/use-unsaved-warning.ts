import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";

const question = "Your changes are not saved. Leave without them?";
/** In the state of the history's entry that is added while there is something to lose. */
const mark = "gatepostUnsaved";

/**
 * Asks before a link, the search, the Back button or the browser leaves the page with unsaved changes. A page cannot stop the Back
 * button, so an entry of the same address is added to the history: going back leads from it to the page itself, where it is asked.
 */
export function useUnsavedWarning(isUnsaved: boolean): void {
  const isLeaving = useRef(false);
  const stays = useEffectEvent(() => {
    isLeaving.current = confirm(question);
    return !isLeaving.current;
  });

  useEffect(() => {
    const add = () => history.pushState({ [mark]: true }, "", location.href);
    if (isUnsaved && !isMarked(history.state)) add();
    const { pathname } = location;
    const back = ({ state }: PopStateEvent) => {
      if (isMarked(state) || location.pathname !== pathname || isLeaving.current) return;
      // Back from the added entry; once everything is saved, it is passed over.
      if (isUnsaved && stays()) add();
      else history.back();
    };
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  }, [isUnsaved]);

  // Its end is part of the commit that removes the changes, so that nothing is asked after it.
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    const listening = new AbortController();
    const { signal } = listening;
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
    addEventListener("beforeunload", (event) => isLeaving.current || event.preventDefault(), { signal });
    return () => listening.abort();
  }, [isUnsaved]);
}

const isMarked = (state: unknown): boolean => typeof state === "object" && state !== null && mark in state;

const leaveEvent = "gatepost:leave";

/** Whether a script may go to another page, or replace a form on this one: with unsaved changes, the person is asked. */
export const mayLeave = (): boolean => dispatchEvent(new Event(leaveEvent, { cancelable: true }));
