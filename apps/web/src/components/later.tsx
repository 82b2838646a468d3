import { type ReactNode, useDeferredValue } from "react";

/**
 * Renders its children after the rest of the page, in a rendering of their own that yields to input. Afterwards they
 * update with the rest.
 */
export function Later({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
