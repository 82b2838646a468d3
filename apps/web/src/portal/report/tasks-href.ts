import type { ErrorCode } from "@gatepost/contract/errors";
import { lengthInDays } from "@gatepost/domain/stats/buckets";
import type { Route } from "next";
import { filterHref } from "../tasks/task-filter.ts";
import { longestByDay } from "./view.ts";

interface Counted {
  softId: number;
  from: string;
  to: string;
  timezone: string;
  /** An error code; empty: tasks that became ready. */
  code: string;
}

/**
 * The list of the signed-in account's own tasks among those that a report counts. Ranges that the list cannot have lead
 * to tasks of any day.
 */
export function tasksHref({ softId, code, ...ended }: Counted): Route {
  return filterHref({
    softId,
    ...(code ? { state: "failed", code: code as ErrorCode } : { state: "ready" }),
    ...(lengthInDays(ended.from, ended.to) <= longestByDay && { ended }),
  });
}
