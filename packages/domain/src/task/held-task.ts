/** A task that the database says is in the worker's hands: not one that was cancelled, has ended or was taken away. */
export interface HeldTask {
  taskId: number;
  accountId: number;
  fence: number;
  maySubmit: boolean;
}
