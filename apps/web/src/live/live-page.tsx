"use client";

import { useRef } from "react";
import { timeOfDay } from "../format/time.ts";
import { LiveBar } from "./live-bar.tsx";
import type { LiveOpening, LiveSnapshot } from "./live-connection.ts";
import { useLive } from "./use-live.ts";

/** A task's browser as it is: its windows, the address, who controls it, the time left, and the page itself. */
export function LivePage({ opening }: { opening: LiveOpening }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { status, since, state } = useLive(opening, canvas);
  const isLive = status === "live";
  const { width = 1280, height = 720 } = state?.width ? state : {};
  const isSeen = isLive || status === "lost";
  return (
    <div className="min-w-0">
      <LiveBar state={state} />
      <p role="status" className="min-h-6 py-1 text-13 text-muted">
        {sentence(status, since, state)}
      </p>
      <div
        role="application"
        aria-label="Live page"
        tabIndex={isSeen ? 0 : -1}
        style={{ aspectRatio: `${width} / ${height}`, maxWidth: `calc(78vh * ${width / height})` }}
        className={`w-full overflow-hidden rounded-field border bg-raised ${state?.controller ? "border-waits" : "border-line"}`}
      >
        <canvas ref={canvas} hidden={!isSeen} className={`block size-full ${isLive ? "" : "opacity-40"}`} />
      </div>
    </div>
  );
}

/** Who controls the page, or why it cannot be seen. */
function sentence(status: LiveSnapshot["status"], since: LiveSnapshot["since"], state: LiveSnapshot["state"]): string {
  switch (status) {
    case "connecting":
      return "Connecting to the browser …";
    case "live":
      if (state?.controller)
        return state.controller.isYou ? "You control the page." : `${state.controller.name} controls the page.`;
      return state?.isTaking ? "Taking over as soon as the step is done …" : "The task controls the page.";
    case "lost":
      return `The connection was cut at ${since ? `${timeOfDay(since, "UTC")} UTC` : ""}. Connecting again …`;
    case "unreachable":
      return "The live page cannot be reached. Everything else on this page works.";
    case "full":
      return "As many people watch this page as may at once.";
    case "denied":
      return "You may not see this page any more.";
    case "over":
      return "The browser is closed.";
  }
}
