"use client";

import { useEffect, useRef } from "react";
import { trpc } from "../../trpc/client.tsx";
import { notifyOfWait } from "./notify.ts";
import { useOnlyTab } from "./use-only-tab.ts";
import { useReminders } from "./use-reminders.ts";

/**
 * How many tasks wait for a value, within a second of each change. Of all tabs of the browser one follows the service, as a
 * browser opens few connections to one host, and tells the others.
 */
export function useWaiting(): number {
  const client = trpc.useUtils();
  const { data: me } = trpc.account.me.useQuery(undefined, { refetchInterval: 15_000 });
  const name = `gatepost waits ${me?.accountId}`;
  const isOnlyTab = useOnlyTab(name);
  const channel = useRef<BroadcastChannel>(undefined);
  const known = useRef<readonly number[]>(undefined);

  const remind = useReminders();

  const { setData } = client.account.me;
  const show = useRef((taskIds: readonly number[]) => {
    setData(undefined, (before) => before && { ...before, waiting: taskIds.length });
  });
  useEffect(() => {
    const opened = new BroadcastChannel(name);
    opened.onmessage = ({ data }: MessageEvent<number[]>) => show.current(data);
    channel.current = opened;
    return () => opened.close();
  }, [name]);

  trpc.tasks.followWaits.useSubscription(undefined, {
    enabled: isOnlyTab && me !== undefined,
    onData(waiting) {
      const taskIds = waiting.map(({ taskId }) => taskId);
      remind(waiting);
      for (const taskId of taskIds) if (known.current && !known.current.includes(taskId)) notifyOfWait(taskId);
      known.current = taskIds;
      channel.current?.postMessage(taskIds);
      show.current(taskIds);
    },
  });
  return me?.waiting ?? 0;
}
