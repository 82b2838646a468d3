/** Shows a browser notification that a task waits, if the person allowed it and the page is not visible. */
export function notifyOfWait(taskId: number): void {
  notify("A task waits for an answer", taskId);
}

/** Reminds the person of a wait that ends soon, in the same place. */
export function remindOfWait(taskId: number): void {
  notify("A task will stop waiting soon", taskId);
}

function notify(title: string, taskId: number): void {
  if (typeof Notification === "undefined" || Notification.permission !== "granted" || document.hasFocus()) return;
  // Browsers show one that replaces another silently, unless it asks for attention again.
  const options: NotificationOptions & { renotify: boolean } = {
    body: `Task ${taskId}`,
    tag: `${taskId}`,
    renotify: true,
  };
  const notification = new Notification(title, options);
  notification.onclick = () => {
    focus();
    location.assign(`/dashboard/tasks/${taskId}`);
  };
}
