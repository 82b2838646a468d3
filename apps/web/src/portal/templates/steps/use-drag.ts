"use client";

import { type RefObject, useState } from "react";
import { type Place, placeText } from "../document/json.ts";
import { type Changed, moveStepTo } from "../document/step-list.ts";

/** Where a dragged step would be dropped: before that index of that list. */
interface Target {
  list: Place;
  index: number;
}

/**
 * Dragging a step by its handle, by mouse, pen or finger. Lists carry their place in `data-list`, their items in order.
 */
export function useDrag(
  view: RefObject<HTMLElement | null>,
  document: unknown,
  change: (changed: Changed | null) => void,
) {
  const [target, setTarget] = useState<Target | null>(null);

  function drag(place: Place, pointerId: number, handle: HTMLElement) {
    handle.setPointerCapture(pointerId);
    const listening = new AbortController();
    const { signal } = listening;
    let latest: Target | null = null;
    const move = ({ clientX, clientY }: PointerEvent) => {
      latest = targetAt(view.current, clientX, clientY);
      setTarget(latest);
    };
    const end = (dropped: boolean) => {
      listening.abort();
      setTarget(null);
      if (dropped && latest) change(moveStepTo(document, place, latest.list, latest.index));
    };
    handle.addEventListener("pointermove", move, { signal });
    handle.addEventListener("pointerup", () => end(true), { signal });
    handle.addEventListener("pointercancel", () => end(false), { signal });
    globalThis.addEventListener("keydown", ({ key }) => key === "Escape" && end(false), { signal });
  }
  return { drag, target: target && { list: placeText(target.list), index: target.index } };
}

/** The gap between steps that is nearest to a point. */
function targetAt(view: HTMLElement | null, x: number, y: number): Target | null {
  const under = view?.ownerDocument.elementFromPoint(x, y)?.closest<HTMLElement>("[data-list]");
  if (!under || !view?.contains(under)) return null;
  const list = JSON.parse(under.dataset.list ?? "[]") as Place;
  const items = [...under.children].filter((child) => child instanceof HTMLElement && child.dataset.item !== undefined);
  const index = items.findIndex((item) => {
    const { top, height } = item.getBoundingClientRect();
    return y < top + height / 2;
  });
  return { list, index: index < 0 ? items.length : index };
}
