import { type Mode, modes, usualMode } from "@gatepost/contract/modes";
import {
  addDays,
  addMonths,
  isTimezone,
  lastOfMonth,
  lengthInDays,
  localDay,
  type Unit,
  units,
  usualUnit,
} from "@gatepost/domain/statistics/days";
import type { Baseline } from "@gatepost/domain/statistics/range";

/** Ranges of more days are shown by week or month, and not by getAppStats. */
export const longestByDay = 366;
/** Ten years. The domain accepts some days more, because months before it may be longer. */
export const longestRange = 3_653;

/** What one bar covers. */
export type ChartUnit = Unit | "hour";

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
  const mode = modes.find((one) => one === params.get("mode")) ?? usualMode;
  const hidden = (params.get("hide") ?? "").split(",").filter(Boolean);
  const point = isDay(params.get("point")) ? params.get("point") : null;
  const by = units.find((one) => one === params.get("by")) ?? null;
  const form = forms.find((one) => one === params.get("form")) ?? "bars";
  const rest = { mode, timezone, hidden, compare: readBaseline(params.get("compare")), form, point, by };
  const [from, to] = [params.get("from"), params.get("to")];
  if (isDay(from) && isDay(to) && from <= to && lengthInDays(from, to) <= longestRange)
    return { ...rest, range: "custom", from, to: lastShown({ from, to }, today) };
  const range = presets.find((one) => one === params.get("range")) ?? "30d";
  return { ...rest, range, ...daysOf(range, today, localDay(createdAt.getTime(), timezone)) };
}

/** The last day of a range that has begun is today at most: of later days there is nothing to compare. */
const lastShown = ({ from, to }: Pick<View, "from" | "to">, today: string): string =>
  from <= today && today < to ? today : to;

/** The query string of an address. Empty parameters are left out; `?` if all are empty. */
export function query(parameters: Record<string, string | number | false | null | undefined>): string {
  const said = Object.entries(parameters).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return `?${new URLSearchParams(said)}`;
}

/** The address of a view, without defaults. */
export function writeView(view: View): string {
  const { mode, range, from, to, by, timezone, hidden, compare, form, point } = view;
  return query({
    mode: mode !== usualMode && mode,
    ...(range === "custom" ? { from, to } : { range: range !== "30d" && range }),
    by,
    tz: timezone !== "UTC" && timezone,
    hide: hidden.join(","),
    compare: compare === "previous" ? "1" : compare,
    form: form !== "bars" && form,
    point,
  });
}

/** The current days of the preset, for the same view. */
export function withPreset(view: View, range: Preset, { now, createdAt }: ReadAt): View {
  const day = (at: Date) => localDay(at.getTime(), view.timezone);
  const days = daysOf(range, day(now), day(createdAt));
  return { ...view, point: null, by: null, range, ...days };
}

/** The units among which one may choose. */
export function unitsOf({ from, to }: Pick<View, "from" | "to">): Unit[] {
  const days = lengthInDays(from, to);
  const fits: Record<Unit, boolean> = { day: days <= longestByDay, week: days > 7, month: days > 31 };
  return units.filter((unit) => fits[unit]);
}

/** One day is shown by hour, and a longer range as chosen if it allows that. */
export function unitOf(view: Pick<View, "from" | "to" | "by">): ChartUnit {
  if (view.from === view.to) return "hour";
  const possible = unitsOf(view);
  if (view.by && possible.includes(view.by)) return view.by;
  const usual = usualUnit(lengthInDays(view.from, view.to));
  return possible.includes(usual) ? usual : (possible[0] ?? "day");
}

/** `1` is the period before. A period that begins on a day must end in a year of four digits. */
function readBaseline(text: string | null): Baseline | null {
  if (text === "1") return "previous";
  return text === "year" || (isDay(text) && text < "9900") ? text : null;
}

export function isDay(text: string | null): text is string {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text < "1971") return false;
  const stamp = Date.parse(text);
  return !Number.isNaN(stamp) && new Date(stamp).toISOString().startsWith(text);
}

/** UTC, unless it names a zone. */
export const readZone = (name: string | null): string => (name && isTimezone(name) ? name : "UTC");

/** The name of each range, in the order of menus, and the key that selects it. */
export const presetTexts = {
  today: { name: "Today", key: "d" },
  yesterday: { name: "Yesterday", key: "e" },
  "7d": { name: "Last 7 days", key: "w" },
  "28d": { name: "Last 28 days", key: "f" },
  "30d": { name: "Last 30 days", key: "t" },
  "90d": { name: "Last 90 days", key: "n" },
  month: { name: "This month", key: "m" },
  lastmonth: { name: "Last month", key: "p" },
  year: { name: "Year to date", key: "y" },
  "12mo": { name: "Last 12 months", key: "l" },
  all: { name: "All time", key: "a" },
} as const;
type Preset = keyof typeof presetTexts;
export const presets = Object.keys(presetTexts) as Preset[];

/** The days of a preset. `since` is the application's first day, with which all time begins. */
function daysOf(range: Preset, today: string, since: string): { from: string; to: string } {
  const monthBefore = addMonths(`${today.slice(0, 8)}01`, -1);
  const from: Record<Preset, string> = {
    today,
    yesterday: addDays(today, -1),
    "7d": addDays(today, -6),
    "28d": addDays(today, -27),
    "30d": addDays(today, -29),
    "90d": addDays(today, -89),
    month: `${today.slice(0, 8)}01`,
    lastmonth: monthBefore,
    year: `${today.slice(0, 5)}01-01`,
    "12mo": addMonths(`${today.slice(0, 8)}01`, -11),
    all: since < today ? since : today,
  };
  const to = range === "yesterday" ? from.yesterday : range === "lastmonth" ? lastOfMonth(monthBefore) : today;
  return { from: from[range], to };
}

/**
 * The range before or after this one: of the same length, or the whole month or year where the range is one. None begins
 * after today.
 */
export function movedRange(view: View, direction: -1 | 1, { now, createdAt }: ReadAt): View {
  const today = localDay(now.getTime(), view.timezone);
  const since = localDay(createdAt.getTime(), view.timezone);
  const months = view.range === "custom" ? calendarMonths(view, today) : calendarPresets[view.range];
  const length = direction * lengthInDays(view.from, view.to);
  const from = months ? addMonths(view.from, direction * months) : addDays(view.from, length);
  if (from > today) return view;
  const to = lastShown(
    { from, to: months ? lastOfMonth(addMonths(from, months - 1)) : addDays(view.to, length) },
    today,
  );
  const isNamed = (one: Preset) => {
    const days = daysOf(one, today, since);
    return days.from === from && days.to === to;
  };
  // On the seventh of a month, its days so far are the last seven too.
  const isAlike = (one: Preset) => one in calendarPresets === (months !== undefined);
  const names = presets.toSorted((a, b) => Number(isAlike(b)) - Number(isAlike(a)));
  return { ...view, point: null, range: names.find(isNamed) ?? "custom", from, to };
}

/** The presets that are a month or a year, and the months by which they move. */
const calendarPresets: Partial<Record<Preset, number>> = { month: 1, lastmonth: 1, year: 12 };

/** 1 if the range is a month of the calendar, 12 if it is a year, so far or in whole; otherwise undefined. */
function calendarMonths({ from, to }: View, today: string): 1 | 12 | undefined {
  const ends = (last: string) => to === last || (to === today && to < last);
  if (from.endsWith("-01") && ends(lastOfMonth(from)) && lengthInDays(from, to) > 1) return 1;
  return from.endsWith("-01-01") && ends(`${from.slice(0, 4)}-12-31`) && to.slice(5, 7) !== "01" ? 12 : undefined;
}

/** What the queries of a report ask for: the same on the server, which fetches it ahead, and in the browser. */
export function queryInputs(softId: number, view: View) {
  const { mode, from, to, timezone, compare } = view;
  const unit = unitOf(view);
  const range = { softId, from, to, timezone, unit: unit === "hour" ? ("day" as const) : unit };
  return { range, compared: { ...range, baseline: compare ?? "previous" }, chart: { ...range, mode, unit } };
}
