"use client";

import { type PointerEvent, useEffect, useSyncExternalStore } from "react";
import { Button } from "../../../components/button.tsx";
import { LoadedLivePage } from "../../live/loaded-live-page.tsx";
import { type PagePick, usePick } from "./page-pick.ts";

const never = () => () => {};

/** The page of a draft that is tried, on which elements can be picked, and which can be closed once the steps are done. */
export function PickedPage({ taskId }: { taskId: number }) {
  const pick = usePick();
  const state = useLiveState(pick);
  if (!pick) return null;
  const { connection, isPicking, cancel } = pick;
  return (
    <div className="mb-3 space-y-2">
      {state?.isKept && (
        <div className="flex flex-wrap items-center gap-2 rounded-field border border-waits p-3 text-13">
          <p className="min-w-40 flex-1">
            The run is over. The page stays open while you watch it, for at most ten minutes.
          </p>
          <Button size="small" onClick={() => connection?.send({ type: "close" })}>
            Close the page
          </Button>
        </div>
      )}
      {isPicking && (
        <div className="flex flex-wrap items-center gap-2 text-13">
          <p role="status" className="min-w-40 flex-1">
            Click the element on the page.
          </p>
          <Button size="small" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
      <LoadedLivePage opening={{ taskId }} attach={pick.attach} overlay={<PickOverlay pick={pick} />} />
    </div>
  );
}

function useLiveState(pick: PagePick | null) {
  const connection = pick?.connection;
  const snapshot = () => connection?.snapshot().state;
  return useSyncExternalStore(connection?.subscribe ?? never, snapshot, () => undefined);
}

/** Above the picture of the page: what is pointed at, or matched; while an element is picked, clicks go nowhere else. */
function PickOverlay({ pick }: { pick: PagePick }) {
  const { width = 0, height = 0 } = useLiveState(pick) ?? {};
  const { boxes, isPicking, point, cancel } = pick;
  useEffect(() => {
    if (!isPicking) return;
    const press = ({ key }: KeyboardEvent) => key === "Escape" && cancel();
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  if (width === 0 || (!isPicking && boxes.length === 0)) return null;
  const send = (event: PointerEvent<HTMLDivElement>, picks: boolean) => {
    const { left, top, width: shown, height: high } = event.currentTarget.getBoundingClientRect();
    point({ x: ((event.clientX - left) * width) / shown, y: ((event.clientY - top) * height) / high, picks });
  };
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return (
    <div
      data-picking={isPicking}
      onPointerMove={(event) => isPicking && send(event, false)}
      onPointerDown={(event) => isPicking && send(event, true)}
      style={{ aspectRatio: `${width} / ${height}`, maxWidth: `calc(78vh * ${width / height})` }}
      className={`absolute top-0 left-0 w-full overflow-hidden ${isPicking ? "cursor-crosshair" : "pointer-events-none"}`}
    >
      {boxes.map((box, n) => (
        <div
          key={n}
          data-matched=""
          style={{
            left: percent(box.x, width),
            top: percent(box.y, height),
            width: percent(box.width, width),
            height: percent(box.height, height),
          }}
          className="pointer-events-none absolute rounded-field border-2 border-accent bg-accent/20"
        />
      ))}
    </div>
  );
}
