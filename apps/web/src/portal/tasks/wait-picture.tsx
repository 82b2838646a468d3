"use client";

import { useState } from "react";
import { Skeleton } from "../../components/notice.tsx";
import { trpc } from "../../trpc/client.tsx";

/** The page that asks, as wide as the panel and cut to a part of the screen until it is clicked, so that the field beside it stays in sight. */
export function WaitPicture({ taskId, stepId }: { taskId: number; stepId: number }) {
  const [isWhole, setIsWhole] = useState(false);
  const { data, error } = trpc.tasks.picture.useQuery({ taskId, stepId }, { staleTime: Number.POSITIVE_INFINITY });
  if (error || data?.picture === null) return null;
  if (!data?.picture) return <Skeleton className="h-[26vh] w-full lg:h-[44vh]" />;
  const { mediaType, base64 } = data.picture;
  return (
    <button
      type="button"
      aria-expanded={isWhole}
      aria-label="The page that asks"
      title={isWhole ? "Show a part of the page" : "Show the whole page"}
      onClick={() => setIsWhole(!isWhole)}
      className={`block w-full rounded-field border border-line ${isWhole ? "overflow-x-auto" : "overflow-hidden"}`}
    >
      <img
        src={`data:${mediaType};base64,${base64}`}
        alt="The page that asks"
        // On a phone the whole page is in its own size, because its text could not be read otherwise.
        className={
          isWhole ? "min-w-full max-w-none lg:w-full" : "max-h-[26vh] w-full object-cover object-top lg:max-h-[44vh]"
        }
      />
    </button>
  );
}
