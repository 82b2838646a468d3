/** Tells the person by the browser that a task waits, if they allowed it and look at something else. */
export function notifyOfWait(taskId: number): void {
  if (typeof Notification === "undefined" || Notification.permission !== "granted" || document.hasFocus()) return;
  const notification = new Notification("A task waits for an answer", { body: `Task ${taskId}`, tag: `${taskId}` });
  notification.onclick = () => {
    focus();
    location.assign(`/dashboard/tasks/${taskId}`);
  };
}
