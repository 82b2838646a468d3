/** A task that the worker holds according to the database: not cancelled, ended or recovered. */
export interface HeldTask {
  taskId: number;
  accountId: number;
  fence: number;
  maySubmit: boolean;
}
