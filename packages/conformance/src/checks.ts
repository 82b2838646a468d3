import type { Check } from "./check.ts";
import { accessAndLimits } from "./checks/access-and-limits.ts";
import { createTask } from "./checks/create-task.ts";
import { idempotency } from "./checks/idempotency.ts";
import { mcp } from "./checks/mcp.ts";
import { push } from "./checks/push.ts";
import { reportDays } from "./checks/report-days.ts";
import { specification } from "./checks/specification.ts";
import { spendingAndQueue } from "./checks/spending-and-queue.ts";
import { statistics } from "./checks/statistics.ts";
import { tasks } from "./checks/tasks.ts";
import { templates } from "./checks/templates.ts";
import { tolerance } from "./checks/tolerance.ts";
import { transport } from "./checks/transport.ts";
import { waits } from "./checks/waits.ts";

export const checks: readonly Check[] = [
  ...specification,
  ...transport,
  ...tolerance,
  ...idempotency,
  ...accessAndLimits,
  ...createTask,
  ...push,
  ...waits,
  ...tasks,
  ...statistics,
  ...reportDays,
  ...spendingAndQueue,
  ...templates,
  ...mcp,
];
