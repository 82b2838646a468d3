import { type RefObject, useEffectEvent, useLayoutEffect, useSyncExternalStore } from "react";

const never = () => () => {};
const yes = () => true;
const no = () => false;

/** Whether React runs this component in the browser. False on the server and until React hydrated what the server rendered. */
export const useHydrated = (): boolean => useSyncExternalStore(never, yes, no);

/** Gives the page's heading the focus, where what has it is about to go, so that the keyboard continues from there. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>("h1[tabindex]")?.focus({ preventScroll: true });
}

/** When an element is removed that has the focus, the page's heading gets it. */
export function useFocusWhenGone(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = element;
    return () => {
      if (current?.contains(document.activeElement)) focusHeading();
    };
  }, [element]);
}

/** As the ref of an element that is shown in answer to a button, which may be far below it. */
export const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

function onChange(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}

const isVisible = () => document.visibilityState === "visible";

/** Whether the page is visible, and not in a background tab. A live page closes its stream while it is not. */
export const usePageVisible = (): boolean => useSyncExternalStore(onChange, isVisible, no);

/**
 * Calls `press` with keys that are pressed without Ctrl, Alt or the like while nobody types or chooses and no dialog is open. A layout
 * effect, so that they work as soon as the page is visible.
 */
export function useShortcuts(press: (event: KeyboardEvent) => void): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as Element;
    if (target.closest("input, textarea, dialog, [contenteditable]")) return;
    // Letters and arrows choose in a list that has the focus.
    if (!target.closest("select") || /^[\d?/]$/.test(event.key)) press(event);
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => act(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
