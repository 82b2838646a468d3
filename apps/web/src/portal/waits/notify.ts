/** Shows a browser notification that a task waits, if the person allowed it and the page is not visible. */
export function notifyOfWait(taskId: number): void {
  if (typeof Notification === "undefined" || Notification.permission !== "granted" || document.hasFocus()) return;
  const notification = new Notification("A task waits for an answer", { body: `Task ${taskId}`, tag: `${taskId}` });
  notification.onclick = () => {
    focus();
    location.assign(`/dashboard/tasks/${taskId}`);
  };
}
