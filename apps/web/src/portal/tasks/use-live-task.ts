import { useEffect } from "react";
import { usePageVisible } from "../../components/page-hooks.ts";
import { pages, trpc } from "../../trpc/client.tsx";
import { withSteps } from "./task-facts.ts";

/** Milliseconds between two polls while there is no event stream. */
const pollMs = 2_000;

/**
 * A task and its timeline, updated by server-sent events. While the stream is not available, they are polled; while the page
 * is hidden, neither happens.
 */
export function useLiveTask(taskId: number) {
  const client = trpc.useUtils();
  const isVisible = usePageVisible();
  const isOver = Boolean(client.tasks.get.getData({ taskId })?.endedAt);
  const { status } = trpc.tasks.follow.useSubscription(
    { taskId },
    {
      enabled: isVisible && !isOver,
      onData({ task, steps }) {
        client.tasks.get.setData({ taskId }, task);
        client.tasks.timeline.setInfiniteData(
          { taskId, limit: 100 },
          (before) => before && { ...before, pages: withSteps(before.pages, steps) },
        );
      },
    },
  );
  const refetchInterval = isOver || status === "pending" ? false : pollMs;
  const task = trpc.tasks.get.useQuery({ taskId }, { refetchInterval });
  const timeline = trpc.tasks.timeline.useInfiniteQuery({ taskId, limit: 100 }, { ...pages, refetchInterval });
  // A task that ended between the two queries is fetched again.
  useEffect(() => {
    if (isOver) void client.tasks.timeline.invalidate({ taskId });
  }, [isOver, client, taskId]);
  return { task, timeline };
}
