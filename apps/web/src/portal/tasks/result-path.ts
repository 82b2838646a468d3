/** Where a part of a task's result is downloaded. */
export function resultPath(taskId: number, kind: "file" | "text" | "data" | "html", name: string): string {
  return `/dashboard/tasks/${taskId}/result/${kind}/${encodeURIComponent(name)}`;
}
