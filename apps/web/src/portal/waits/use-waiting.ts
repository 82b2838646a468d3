import { useEffect, useRef, useState } from "react";
import { trpc } from "../../trpc/client.tsx";

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
      for (const taskId of taskIds)
        if (known.current && !known.current.includes(taskId)) notify("A task waits for an answer", taskId);
      known.current = taskIds;
      channel.current?.postMessage(taskIds);
      show.current(taskIds);
    },
  });
  return me?.waiting ?? 0;
}

/**
 * Whether this tab holds the lock of that name, which one tab of the browser has at a time; another gets it when it is
 * closed. Without HTTPS, where browsers have no locks, each tab counts as the only one.
 */
function useOnlyTab(name: string): boolean {
  const [holds, setHolds] = useState(false);
  useEffect(() => {
    if (!navigator.locks) return setHolds(true);
    const leaving = new AbortController();
    const left = new Promise<void>((resolve) => leaving.signal.addEventListener("abort", () => resolve()));
    navigator.locks
      .request(name, { signal: leaving.signal }, () => {
        setHolds(true);
        return left;
      })
      // The tab was closed before its turn.
      .catch(() => {});
    return () => leaving.abort();
  }, [name]);
  return holds;
}

/** The icon with its slot in amber, as in app/icon.svg. */
const amberIcon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke-width="2" stroke-linecap="round">' +
    "<style>g{stroke:#1c1a17}@media (prefers-color-scheme:dark){g{stroke:#f2efea}}</style>" +
    '<g><path d="M7 21.5V6a5 5 0 0 1 10 0v15.5"/><path d="M4 21.5h16"/></g>' +
    '<path d="M10 9.5h4" stroke="#e08600" stroke-width="3"/></svg>',
)}`;

/** Shows in the tab, by "(1)" before its title and an amber icon, that tasks wait for a value. */
export function useWaitingMark(waiting: number): void {
  useEffect(() => {
    const mark = () => {
      const title = document.title.replace(/^\(\d+\) /, "");
      const marked = waiting > 0 ? `(${waiting}) ${title}` : title;
      if (document.title !== marked) document.title = marked;
      for (const icon of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')) {
        icon.dataset.usual ??= icon.getAttribute("href") ?? "";
        const href = waiting > 0 ? amberIcon : icon.dataset.usual;
        if (icon.getAttribute("href") !== href) icon.setAttribute("href", href);
      }
    };
    mark();
    // A page that is opened sets its own title.
    const observer = new MutationObserver(mark);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [waiting]);
}

/** Reminds by the browser of waits before they end. Returns a function that is called with the waits whenever they change. */
function useReminders(): (waiting: readonly Waiting[]) => void {
  const reminders = useRef({ times: new Map<number, number>(), reminded: new Map<number, number>() });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const wait = () => {
    clearTimeout(timer.current);
    const next = Math.min(...reminders.current.times.values());
    if (Number.isFinite(next)) timer.current = setTimeout(remind, Math.max(0, next - performance.now()));
  };
  const remind = () => {
    const { times, reminded } = reminders.current;
    for (const [taskId, due] of times) {
      if (due > performance.now()) continue;
      times.delete(taskId);
      reminded.set(taskId, performance.now());
      notify("A task will stop waiting soon", taskId);
    }
    wait();
  };
  return useRef((waiting: readonly Waiting[]) => {
    reminders.current.times = reminderTimes(reminders.current, waiting, performance.now());
    wait();
  }).current;
}

/** A task that waits. `remindIn`: seconds until its reminder, negative afterwards; null: it has none. */
interface Waiting {
  taskId: number;
  remindIn: number | null;
}

/** Milliseconds by which the service's clock may run behind: it counts seconds, each of which takes a second at least. */
const drift = 30_000;

interface Reminders {
  /** When to remind of each task. */
  times: ReadonlyMap<number, number>;
  /** When each task's last reminder came. */
  reminded: ReadonlyMap<number, number>;
}

/**
 * When to remind of each task, in the milliseconds of `now`: of those that still wait, by what the service says now. A reminder
 * that has just become due stays due; one that was due before the page was opened does not come, nor the same one twice.
 */
export function reminderTimes(before: Reminders, waiting: readonly Waiting[], now: number): Map<number, number> {
  const times = new Map<number, number>();
  for (const { taskId, remindIn } of waiting) {
    const due = remindIn !== null && remindIn > 0 ? now + remindIn * 1_000 : before.times.get(taskId);
    const last = before.reminded.get(taskId);
    if (due !== undefined && (last === undefined || due > last + drift)) times.set(taskId, due);
  }
  return times;
}

/** Shows a browser notification about a task that waits, if the person allowed it and the page is not visible. */
function notify(title: string, taskId: number): void {
  if (typeof Notification === "undefined" || Notification.permission !== "granted" || document.hasFocus()) return;
  // Browsers show one that replaces another silently, unless it asks for attention again.
  const options: NotificationOptions & { renotify: boolean } = {
    body: `Task ${taskId}`,
    tag: `${taskId}`,
    renotify: true,
  };
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      focus();
      location.assign(`/dashboard/tasks/${taskId}`);
    };
  } catch {
    // In Chrome on Android, the constructor throws. The badge and the title still show the wait.
  }
}
