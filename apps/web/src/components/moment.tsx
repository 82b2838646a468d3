"use client";

import { ago, moment } from "../format/time.ts";
import { useNow } from "./use-now.ts";

/**
 * A time in relative words, with the exact time in the title. The server does not know the reader's clock, and renders
 * the date.
 */
export function Moment({ at, zone = "UTC" }: { at: Date; zone?: string }) {
  const now = useNow();
  const exact = moment(at, zone);
  return (
    <time dateTime={at.toISOString()} title={exact} className="whitespace-nowrap">
      {now === null ? exact : ago(at, new Date(now))}
    </time>
  );
}
