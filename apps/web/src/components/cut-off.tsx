import { moment } from "../format/time.ts";
import { Notice } from "./notice.tsx";

/** Shown while the service cannot be reached, with the time of what is still on the page, if anything is. */
export function CutOff({ since }: { since: Date | undefined }) {
  return (
    <div className="mb-4">
      <Notice tone="waits">
        The service cannot be reached.{" "}
        {since ? `What you see was read on ${moment(since)}.` : "What you asked for is not loaded."} This page tries
        again by itself.
      </Notice>
    </div>
  );
}
