"use client";

import { useState } from "react";
import { LoadError, Skeleton } from "../../../components/notice.tsx";
import { trpc } from "../../../trpc/client.tsx";

/** What the page showed at a step; small, unless it is the one to look at. A click makes it large or small. */
export function StepPicture({
  taskId,
  stepId,
  place,
  isLarge,
}: {
  taskId: number;
  stepId: number;
  place: string;
  isLarge: boolean;
}) {
  const [chosen, setChosen] = useState<boolean>();
  const found = trpc.tasks.picture.useQuery({ taskId, stepId }, { staleTime: Number.POSITIVE_INFINITY });
  const large = chosen ?? isLarge;
  if (found.error) return <LoadError message={found.error.message} retry={() => found.refetch()} />;
  if (!found.data) return <Skeleton className={large ? "h-48 w-full" : "h-24 w-40"} />;
  const { picture } = found.data;
  if (!picture) return null;
  return (
    <button
      type="button"
      aria-expanded={large}
      onClick={() => setChosen(!large)}
      className={`block rounded-field ${large ? "w-full" : "w-40"}`}
    >
      <img
        src={`data:${picture.mediaType};base64,${picture.base64}`}
        alt={`The page at step ${place}`}
        className="w-full rounded-field border border-line"
      />
    </button>
  );
}
