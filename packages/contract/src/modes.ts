/** The kinds of statistics. Whatever depends on them is read from `modeRecords`, so that a new one cannot be overlooked. */
export const modes = ["errors", "views", "downloads", "users", "money"] as const;
export type Mode = (typeof modes)[number];

/** What is shown where nobody has chosen. */
export const usualMode: Mode = "errors";

/** What a chart shows: `users` are distinct accounts. Excluded events have a metric of their own. */
export type CountedMetric = "ready" | "error" | "view" | "download" | "money" | "users";
export type Metric = CountedMetric | "view_excluded" | "download_excluded";

interface ModeRecord {
  /** The title of its ordinary series, and the group of that series. */
  name: string;
  itemname: string;
  /** What that series counts, as the end of a sentence, and in which unit. */
  counts: string;
  unit: string;
  /** What the ordinary series counts, then what else explains a day. */
  metrics: readonly [CountedMetric, ...CountedMetric[]];
  /** What is excluded, with reasons. */
  excluded?: Exclude<Metric, CountedMetric>;
  /** Each error that occurred has a series of its own. */
  byError?: boolean;
  /** The days do not add up to the total, because each account counts once. */
  distinct?: boolean;
  /** Values are cents, rounded so that the days add up to the total. */
  money?: boolean;
}

export const modeRecords: Record<Mode, ModeRecord> = {
  errors: {
    name: "Accepted (paid)",
    itemname: "Tasks",
    counts:
      "counts tasks of the application that became ready. Each error that occurred has a series of its own (itemname " +
      "`Errors`), which counts tasks that failed with it and createTask calls that were refused with it.",
    unit: "tasks and calls",
    metrics: ["ready", "error"],
    byError: true,
  },
  views: {
    name: "Page views",
    itemname: "Views",
    counts:
      "counts views of the application's public page. Crawlers, monitors, link previews, HTTP libraries and automated " +
      "browsers that identify themselves, prefetches and HEAD requests are not counted.",
    unit: "views",
    metrics: ["view"],
    excluded: "view_excluded",
  },
  downloads: {
    name: "Download clicks",
    itemname: "Downloads",
    counts: "counts clicks on the application's download link, by the same rules.",
    unit: "clicks",
    metrics: ["download"],
    excluded: "download_excluded",
  },
  users: {
    name: "Active users",
    itemname: "Users",
    counts: "counts the distinct accounts that created a task through the application that day.",
    unit: "accounts",
    metrics: ["users"],
    distinct: true,
  },
  money: {
    name: "Money earned",
    itemname: "Money",
    counts: "is the commission on tasks of the application.",
    unit: "US cents, whole; fractions of a cent are carried to the next day, so that the days add up to the total",
    metrics: ["money", "ready"],
    money: true,
  },
};

/** What a metric is called: as the ordinary series that counts it. */
export function metricName(metric: CountedMetric): string {
  const mode = modes.find((one) => modeRecords[one].metrics[0] === metric);
  return mode ? modeRecords[mode].name : "Error";
}
