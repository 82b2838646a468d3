import { type Mode, modes } from "@gatepost/contract/modes";
import { addDays, localDay } from "@gatepost/domain/stats/days";

export const presets = ["today", "7d", "30d", "90d", "month", "year"] as const;
export type Preset = (typeof presets)[number];

export const presetNames: Record<Preset, string> = {
  today: "Today by hour",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
  month: "This month",
  year: "This year",
};

/** What a report shows. All of it is in the address, so that a view can be shared, and the Back button works. */
export interface View {
  mode: Mode;
  /** A preset moves with the days; a custom range is from and to. */
  range: Preset | "custom";
  from: string;
  to: string;
  timezone: string;
  /** The names of series that are hidden in the legend. */
  hidden: string[];
  /** Whether the period before is shown too. */
  compare: boolean;
  /** The selected day. */
  point: string | null;
}

/** Parses an address. Invalid parameters become defaults, so that an old or mistyped link still shows something. */
export function readView(params: URLSearchParams, now: Date): View {
  const timezone = readZone(params.get("tz"));
  const today = localDay(now.getTime(), timezone);
  const mode = modes.find((one) => one === params.get("mode")) ?? "errors";
  const hidden = (params.get("hide") ?? "").split(",").filter(Boolean);
  const point = isDay(params.get("point")) ? params.get("point") : null;
  const rest = { mode, timezone, hidden, compare: params.get("compare") === "1", point };
  const [from, to] = [params.get("from"), params.get("to")];
  if (isDay(from) && isDay(to) && from <= to && addDays(from, 365) >= to) return { ...rest, range: "custom", from, to };
  const range = presets.find((one) => one === params.get("range")) ?? "30d";
  return { ...rest, range, ...daysOf(range, today) };
}

/** The address of a view, without defaults. */
export function writeView({ mode, range, from, to, timezone, hidden, compare, point }: View): string {
  const params = new URLSearchParams();
  if (mode !== "errors") params.set("mode", mode);
  if (range === "custom") {
    params.set("from", from);
    params.set("to", to);
  } else if (range !== "30d") params.set("range", range);
  if (timezone !== "UTC") params.set("tz", timezone);
  if (hidden.length > 0) params.set("hide", hidden.join(","));
  if (compare) params.set("compare", "1");
  if (point) params.set("point", point);
  const text = params.toString();
  return text ? `?${text}` : "?";
}

/** The current days of the preset, for the same view. */
export function withPreset(view: View, range: Preset, now: Date): View {
  return { ...view, point: null, range, ...daysOf(range, localDay(now.getTime(), view.timezone)) };
}

export function daysOf(range: Preset, today: string): { from: string; to: string } {
  const from: Record<Preset, string> = {
    today,
    "7d": addDays(today, -6),
    "30d": addDays(today, -29),
    "90d": addDays(today, -89),
    month: `${today.slice(0, 8)}01`,
    year: `${today.slice(0, 5)}01-01`,
  };
  return { from: from[range], to: today };
}

/** The range of the same length before or after this one; none begins after today. */
export function moved(view: View, direction: -1 | 1, now: Date): View {
  const today = localDay(now.getTime(), view.timezone);
  const length = (Date.parse(view.to) - Date.parse(view.from)) / 86_400_000 + 1;
  const from = addDays(view.from, direction * length);
  if (from > today) return view;
  const to = addDays(view.to, direction * length);
  const preset = presets.find((one) => {
    const days = daysOf(one, today);
    return days.from === from && days.to === to;
  });
  return { ...view, point: null, range: preset ?? "custom", from, to };
}

function isDay(text: string | null): text is string {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text < "1971") return false;
  const stamp = Date.parse(text);
  return !Number.isNaN(stamp) && new Date(stamp).toISOString().startsWith(text);
}

function readZone(name: string | null): string {
  if (!name || !/^[A-Za-z]/.test(name)) return "UTC";
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return name;
  } catch {
    return "UTC";
  }
}
