"use client";

import { useState } from "react";
import { Loaded } from "../../components/notice.tsx";
import { trpc } from "../../trpc/client.tsx";

interface PictureProps {
  taskId: number;
  stepId: number;
  number: number;
  /** Open from the start: the page that a person is asked about, or on which the task failed. */
  shown: boolean;
}

/** What a page showed at a step. Loaded when it is opened, because a picture is larger than a whole timeline. */
export function Picture({ taskId, stepId, number, shown }: PictureProps) {
  const [open, setOpen] = useState(shown);
  const picture = trpc.tasks.picture.useQuery(
    { taskId, stepId },
    { enabled: open, staleTime: Number.POSITIVE_INFINITY },
  );
  return (
    <details className="mt-1" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer text-13 text-accent">Page screenshot</summary>
      <Loaded query={picture} skeleton="mt-2 h-48 w-full max-w-xl">
        {picture.data?.picture ? (
          <img
            src={`data:${picture.data.picture.mediaType};base64,${picture.data.picture.base64}`}
            alt={`The page at step ${number}`}
            className="mt-2 w-full max-w-xl rounded-field border border-line"
          />
        ) : (
          <p className="text-13 text-muted">The screenshot is no longer kept.</p>
        )}
      </Loaded>
    </details>
  );
}
