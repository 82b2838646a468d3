import { type ErrorCode, errorCodes } from "@gatepost/contract/errors";
import { lengthInDays, localDay } from "@gatepost/domain/statistics/days";
import { states, type TaskState } from "@gatepost/domain/tasks/states";
import { isDay, longestByDay, query, readZone } from "../../report/view.ts";

interface EndedOn {
  from: string;
  to: string;
  timezone: string;
}

/** Which tasks the list shows: everything that its address says. */
export interface TaskFilter {
  state?: TaskState | undefined;
  errorCode?: ErrorCode | undefined;
  softId?: number | undefined;
  templateName?: string | undefined;
  search?: string | undefined;
  /** Tasks that ended on these days. */
  ended?: EndedOn | undefined;
  after?: number | undefined;
}

/** What an address's query says; anything else in it is ignored. */
export function readFilter(params: URLSearchParams): TaskFilter {
  const number = (name: string) => {
    const value = Math.trunc(Number(params.get(name)));
    return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  };
  const text = (name: string) => params.get(name)?.trim().slice(0, 200) || undefined;
  return {
    state: states.find((one) => one === params.get("state")),
    errorCode: errorCodes.find((one) => one === params.get("code")),
    softId: number("app"),
    templateName: text("template"),
    search: text("q"),
    ended: readEnded(params),
    after: number("after"),
  };
}

function readEnded(params: URLSearchParams): EndedOn | undefined {
  const [from, to] = [params.get("from"), params.get("to")];
  if (!isDay(from) || !isDay(to) || from > to || lengthInDays(from, to) > longestByDay) return undefined;
  return { from, to, timezone: readZone(params.get("tz")) };
}

export function filterHref({ state, errorCode, softId, templateName, search, ended, after }: TaskFilter): string {
  const { from, to, timezone } = ended ?? {};
  const tz = timezone !== "UTC" && timezone;
  const asked = query({ state, code: errorCode, app: softId, template: templateName, q: search, from, to, tz, after });
  return `/dashboard/tasks${asked === "?" ? "" : asked}`;
}

/** Whether it leaves any task out, other than newer ones. */
export const leavesOut = ({ after: _, ...filter }: TaskFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);

/** Whether its days are over, so that no task that ends now is one of it. */
export const isOver = ({ ended }: TaskFilter, now: Date): boolean =>
  ended !== undefined && ended.to < localDay(now.getTime(), ended.timezone);

/** As the portal's procedures take it. */
export const listInputOf = ({ ended, after, ...filter }: TaskFilter) => ({ ...filter, ...ended, cursor: after });

/**
 * The tasks that the home page lists, by their state. `none` is said where there is none. Not in a client component, because
 * the page prefetches them.
 */
export const homeLists = [
  { title: "Running", input: { state: "running", limit: 5 }, none: "No task is running." },
  { title: "Failed lately", input: { state: "failed", limit: 5 }, none: "None of the latest tasks failed." },
] as const;
