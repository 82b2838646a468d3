import { type RefObject, useLayoutEffect } from "react";

/** When an element is removed that has the focus, the page's heading gets it, so that the keyboard continues from there. */
export function useFocusWhenGone(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = element;
    return () => {
      if (current?.contains(document.activeElement))
        document.querySelector<HTMLElement>("h1[tabindex]")?.focus({ preventScroll: true });
    };
  }, [element]);
}
