import { type ReactNode, useDeferredValue } from "react";

/**
 * Its children are made after what is around them has been drawn, in a rendering of their own that gives way to input.
 * Once there, they change along with the rest.
 */
export function Later({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
