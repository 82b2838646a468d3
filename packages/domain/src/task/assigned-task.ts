/** A task that is assigned to the worker in the database: not cancelled, ended or recovered. */
export interface AssignedTask {
  taskId: number;
  accountId: number;
  fence: number;
  maySubmit: boolean;
}
