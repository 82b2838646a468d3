import { type Mode, modes } from "@gatepost/contract/modes";
import { lengthInDays, type Unit, units, usualUnit } from "@gatepost/domain/stats/buckets";
import type { Baseline } from "@gatepost/domain/stats/compare";
import { localDay } from "@gatepost/domain/stats/days";
import { daysOf, type Preset, presets } from "./presets.ts";

/** Ranges of more days are shown by week or month, and not by getAppStats. */
export const longestByDay = 366;
/** Ten years. */
export const longestRange = 3_660;

/** How the chart is drawn. */
export const forms = ["bars", "lines"] as const;
export type Form = (typeof forms)[number];

/** What a report shows. All of it is in the address, so that a view can be shared, and the Back button works. */
export interface View {
  mode: Mode;
  /** A preset moves with the days; a custom range is from and to. */
  range: Preset | "custom";
  from: string;
  to: string;
  /** What one bar covers, if somebody chose it; otherwise by the length of the range. */
  by: Unit | null;
  timezone: string;
  /** The names of series that are hidden in the legend. */
  hidden: string[];
  /** With what the range is compared; null if the chart shows the range alone. */
  compare: Baseline | null;
  form: Form;
  /** The selected day. */
  point: string | null;
}

/** The moment at which a view is read, and when the application was created, with which all time begins. */
export interface ReadAt {
  now: Date;
  createdAt: Date;
}

/** Parses an address. Invalid parameters become defaults, so that an old or mistyped link still shows something. */
export function readView(params: URLSearchParams, { now, createdAt }: ReadAt): View {
  const timezone = readZone(params.get("tz"));
  const today = localDay(now.getTime(), timezone);
  const mode = modes.find((one) => one === params.get("mode")) ?? "errors";
  const hidden = (params.get("hide") ?? "").split(",").filter(Boolean);
  const point = isDay(params.get("point")) ? params.get("point") : null;
  const by = units.find((one) => one === params.get("by")) ?? null;
  const form = forms.find((one) => one === params.get("form")) ?? "bars";
  const rest = { mode, timezone, hidden, compare: readBaseline(params.get("compare")), point, by, form };
  const [from, to] = [params.get("from"), params.get("to")];
  if (isDay(from) && isDay(to) && from <= to && lengthInDays(from, to) <= longestRange)
    return { ...rest, range: "custom", from, to: lastShown({ from, to }, today) };
  const range = presets.find((one) => one === params.get("range")) ?? "30d";
  return { ...rest, range, ...daysOf(range, today, localDay(createdAt.getTime(), timezone)) };
}

/** The last day of a range that has begun is today at most: of later days there is nothing to compare. */
export function lastShown({ from, to }: Pick<View, "from" | "to">, today: string): string {
  return from <= today && today < to ? today : to;
}

/** The address of a view, without defaults. */
export function writeView({ mode, range, from, to, by, timezone, hidden, compare, form, point }: View): string {
  const params = new URLSearchParams();
  if (mode !== "errors") params.set("mode", mode);
  if (range === "custom") {
    params.set("from", from);
    params.set("to", to);
  } else if (range !== "30d") params.set("range", range);
  if (by) params.set("by", by);
  if (timezone !== "UTC") params.set("tz", timezone);
  if (hidden.length > 0) params.set("hide", hidden.join(","));
  if (compare) params.set("compare", compare === "previous" ? "1" : compare);
  if (form !== "bars") params.set("form", form);
  if (point) params.set("point", point);
  const text = params.toString();
  return text ? `?${text}` : "?";
}

/** The current days of the preset, for the same view. */
export function withPreset(view: View, range: Preset, { now, createdAt }: ReadAt): View {
  const day = (at: Date) => localDay(at.getTime(), view.timezone);
  const days = daysOf(range, day(now), day(createdAt));
  return { ...view, point: null, by: null, range, ...days };
}

/** The units by which a range can be shown; one day is shown by hour. */
export function unitsOf({ from, to }: Pick<View, "from" | "to">): Unit[] {
  const days = lengthInDays(from, to);
  const fits: Record<Unit, boolean> = { day: days <= longestByDay, week: days > 7, month: days > 31 };
  return units.filter((unit) => fits[unit]);
}

/** What one bar covers: as chosen if the range allows it. */
export function unitOf(view: Pick<View, "from" | "to" | "by">): Unit {
  const possible = unitsOf(view);
  if (view.by && possible.includes(view.by)) return view.by;
  const usual = usualUnit(lengthInDays(view.from, view.to));
  return possible.includes(usual) ? usual : (possible[0] ?? "day");
}

/** `1` is the period before, as in older addresses. */
function readBaseline(text: string | null): Baseline | null {
  if (text === "1") return "previous";
  return text === "year" || isDay(text) ? text : null;
}

export function isDay(text: string | null): text is string {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text < "1971") return false;
  const stamp = Date.parse(text);
  return !Number.isNaN(stamp) && new Date(stamp).toISOString().startsWith(text);
}

/** UTC, unless it names a zone. */
export function readZone(name: string | null): string {
  if (!name || !/^[A-Za-z]/.test(name)) return "UTC";
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return name;
  } catch {
    return "UTC";
  }
}
