import { useEffect, useEffectEvent, useRef, useState } from "react";
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
  /** The tasks that wait, by whether they end soon. */
  const known = useRef<ReadonlyMap<number, boolean>>(undefined);

  const show = useEffectEvent(({ data: waiting }: MessageEvent<number>) =>
    client.account.me.setData(undefined, (before) => before && { ...before, waiting }),
  );
  useEffect(() => {
    const channel = new BroadcastChannel(name);
    channel.onmessage = (event) => show(event);
    return () => channel.close();
  }, [name]);

  trpc.tasks.followWaits.useSubscription(undefined, {
    enabled: isOnlyTab && me !== undefined,
    onData(waiting) {
      for (const { taskId, endsSoon } of waiting) {
        const before = known.current?.get(taskId);
        if (known.current && before === undefined) notify("A task waits for an answer", taskId);
        if (endsSoon && before === false) notify("A task will stop waiting soon", taskId);
      }
      known.current = new Map(waiting.map(({ taskId, endsSoon }) => [taskId, endsSoon]));
      // This tab receives it too, as from another one.
      const channel = new BroadcastChannel(name);
      channel.postMessage(waiting.length);
      channel.close();
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

/** Shows a browser notification about a task that waits, if the person allowed it and the page is not visible. */
function notify(title: string, taskId: number): void {
  if (typeof Notification === "undefined" || Notification.permission !== "granted" || document.hasFocus()) return;
  try {
    const notification = new Notification(title, { body: `Task ${taskId}` });
    notification.onclick = () => {
      focus();
      location.assign(`/dashboard/tasks/${taskId}`);
    };
  } catch {
    // In Chrome on Android, the constructor throws. The badge and the title still show the wait.
  }
}
