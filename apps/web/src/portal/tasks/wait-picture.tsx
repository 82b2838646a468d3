"use client";

import { useState } from "react";
import { Skeleton } from "../../components/notice.tsx";
import { trpc } from "../../trpc/client.tsx";

/** Of a window of the usual size, at most a part of the screen: kept from the start, so that the picture moves nothing when it comes. */
const place = "aspect-video max-h-[26vh] w-full lg:max-h-[44vh]";

/** The page that asks, as wide as the panel and cut to its place until it is clicked, so that the field beside it stays in sight. */
export function WaitPicture({ taskId, stepId }: { taskId: number; stepId: number }) {
  const [isWhole, setIsWhole] = useState(false);
  const { data, error } = trpc.tasks.picture.useQuery({ taskId, stepId }, { staleTime: Number.POSITIVE_INFINITY });
  if (error || data?.picture === null) return null;
  if (!data?.picture) return <Skeleton className={place} />;
  const { mediaType, base64 } = data.picture;
  return (
    <button
      type="button"
      aria-expanded={isWhole}
      aria-label="The page that asks"
      title={isWhole ? "Show a part of the page" : "Show the whole page"}
      onClick={() => setIsWhole(!isWhole)}
      // Flex, because a button would show the middle of a tall picture.
      className={`rounded-field border border-line ${isWhole ? "block w-full overflow-x-auto" : `${place} flex flex-col overflow-hidden`}`}
    >
      <img
        src={`data:${mediaType};base64,${base64}`}
        alt="The page that asks"
        // On a phone the whole page is in its own size, because its text could not be read otherwise.
        className={isWhole ? "min-w-full max-w-none lg:w-full" : "w-full shrink-0"}
      />
    </button>
  );
}
