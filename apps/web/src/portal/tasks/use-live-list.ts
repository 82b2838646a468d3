"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../../trpc/client.tsx";
import { orRetry } from "../../trpc/query-client.ts";
import { usePageVisible } from "../use-page-visible.ts";
import { isOver, listInputOf, type TaskFilter } from "./task-filter.ts";

/** Milliseconds between two polls: with an event stream, which does not report tasks that end in the queue; and without one. */
const poll = { live: 15_000, cutOff: 2_000 };

/** The tasks that match, as they are now. Older pages and past days are not followed. */
export function useLiveList(filter: TaskFilter) {
  const client = trpc.useUtils();
  const isVisible = usePageVisible();
  const input = listInputOf(filter);
  const isLatest = filter.after === undefined && !isOver(filter, new Date());
  const { status } = trpc.tasks.followList.useSubscription(input, {
    enabled: isVisible && isLatest,
    onData: (page) => client.tasks.list.setData(input, page),
  });
  const refetchInterval = orRetry(isLatest && (status === "pending" ? poll.live : poll.cutOff));
  return trpc.tasks.list.useQuery(input, { refetchInterval, placeholderData: keepPreviousData });
}
