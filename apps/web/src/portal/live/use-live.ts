"use client";

import { type RefObject, useEffect, useState, useSyncExternalStore } from "react";
import { LiveConnection, type LiveOpening, type LiveSnapshot } from "./live-connection.ts";

const closed: LiveSnapshot = { status: "connecting", since: undefined, state: undefined };
const never = () => () => {};

/** A live page whose frames are drawn on the canvas while the component is there. */
export function useLive(
  opening: LiveOpening,
  canvas: RefObject<HTMLCanvasElement | null>,
): LiveSnapshot & { connection: LiveConnection | undefined } {
  const key = JSON.stringify(opening);
  const [connection, setConnection] = useState<LiveConnection>();
  useEffect(() => {
    const made = new LiveConnection(JSON.parse(key), async (frame) => {
      const picture = await createImageBitmap(frame);
      const { current } = canvas;
      if (!current) return;
      // Only then, because it empties the canvas.
      if (current.width !== picture.width) current.width = picture.width;
      if (current.height !== picture.height) current.height = picture.height;
      current.getContext("2d")?.drawImage(picture, 0, 0);
      picture.close();
      current.dataset.frames = String(Number(current.dataset.frames ?? 0) + 1);
    });
    setConnection(made);
    made.open();
    return () => made.close();
  }, [key, canvas]);
  const snapshot = useSyncExternalStore(
    connection?.subscribe ?? never,
    () => connection?.snapshot() ?? closed,
    () => closed,
  );
  return { ...snapshot, connection };
}
