import { metricName } from "@gatepost/contract/modes";
import type { ListedFigure } from "@gatepost/domain/statistics/get-overview";
import { query } from "../../report/view.ts";

/** The figures of the list, in the order of its columns, by the names that they have everywhere. */
export const columns: Record<ListedFigure, string> = {
  ready: metricName("ready"),
  error: "Failed",
  view: metricName("view"),
  download: metricName("download"),
  money: metricName("money"),
};
export const columnKeys = Object.keys(columns) as ListedFigure[];

const periods = { today: 1, "7d": 7, "14d": 14 } as const;
type ListPeriod = keyof typeof periods;
export const periodNames: Record<ListPeriod, string> = {
  today: "Today so far (UTC)",
  "7d": "Last 7 days (UTC)",
  "14d": "Last 14 days (UTC)",
};

/** What the list shows, as the address says. */
export interface ListView {
  search: string;
  sort: "name" | ListedFigure;
  period: ListPeriod;
  archived: boolean;
}

/** Parses an address; what cannot be read is the default. */
export function readListView(params: URLSearchParams): ListView {
  const [sort, period] = [params.get("sort"), params.get("period")];
  return {
    search: params.get("q") ?? "",
    sort: columnKeys.find((one) => one === sort) ?? "name",
    period: period !== null && Object.hasOwn(periods, period) ? (period as ListPeriod) : "today",
    archived: params.get("archived") === "1",
  };
}

export function writeListView({ search, sort, period, archived }: ListView): string {
  return query({
    q: search,
    sort: sort !== "name" && sort,
    period: period !== "today" && period,
    archived: archived && "1",
  });
}

interface Listed {
  softId: number;
  name: string;
  figures: { days: Record<ListedFigure, readonly number[]> } | null;
}

/** The applications of a view in its order, each with its figures over the period, and their totals. */
export function listed<One extends Listed>(applications: readonly One[], { search, sort, period }: ListView) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = applications
    .filter(({ name, softId }) => words.every((word) => `${name} ${softId}`.toLowerCase().includes(word)))
    .map((application) => {
      // Over the last days, of which today is the last.
      const sumOf = (key: ListedFigure) =>
        (application.figures?.days[key] ?? []).slice(-periods[period]).reduce((sum, n) => sum + n, 0);
      return { application, figures: each(sumOf) };
    });
  if (sort === "name") rows.sort((a, b) => a.application.name.localeCompare(b.application.name, "en"));
  else rows.sort((a, b) => b.figures[sort] - a.figures[sort] || a.application.softId - b.application.softId);
  const total = (key: ListedFigure) => rows.reduce((sum, { figures }) => sum + figures[key], 0);
  return { rows, total: each(total) };
}

const each = (of: (key: ListedFigure) => number) =>
  Object.fromEntries(columnKeys.map((key) => [key, of(key)])) as Record<ListedFigure, number>;

/** How many applications one request of the list reads: as many as an account may have by default. */
export const applicationsShown = 100;
