/**
 * The demo's made-up history: what would be in the database if a few people had used an application for some weeks.
 * Pure, and the same for the same day and commission. Amounts in millionths of a dollar.
 */
export type DemoHistory = ReturnType<typeof demoHistory>;

interface DemoUser {
  bid: number;
  /** What is left of what was paid in. */
  available: number;
}

interface DemoEntry {
  /** A user by index; the application's owner for a commission. */
  of: number | "owner";
  kind: "top_up" | "hold" | "capture" | "release" | "commission";
  available: number;
  held: number;
  platform: number;
  task: number | null;
  at: Date;
}

/** Enough for 30 days and the period before them. */
export const historyDays = 80;

/** What each of the people offers for a task; the first come most often. */
const bids = [120, 250, 90, 370, 180, 60, 300, 110, 140, 220, 80, 330, 100, 160, 270, 50].map((mills) => mills * 1_000);
/** What they pay in when they cannot pay. */
const topUp = 25_000_000;

/** Sunday to Saturday, against an ordinary working day. */
const weekdays = [0.5, 1.1, 1.15, 1.1, 1.05, 0.95, 0.55];
/** UTC hours: quiet nights, a dent at noon. */
const hours = [1, 1, 1, 1, 1, 2, 3, 5, 8, 10, 11, 10, 8, 9, 11, 11, 10, 8, 6, 5, 4, 3, 2, 1];
/** The day on which the site that most tasks visit was down for the afternoon. */
const outage = 66;

const dayMs = 86_400_000;
const quarterMs = 900_000;

interface MadeUpTask {
  user: number;
  created: number;
  ended: number;
  error: string;
}

/** The days before `today` (a midnight in UTC), for an owner who gets `commission` millionths of each captured price. */
export function demoHistory({ today, commission }: { today: Date; commission: number }) {
  const random = generator(20_261_120);
  const begin = today.getTime() - historyDays * dayMs;
  const counts = new Map<string, { metric: string; label: string; bucket: Date; n: number }>();
  const tasks: MadeUpTask[] = [];

  function count(metric: string, label: string, at: number, n = 1): void {
    const bucket = at - (at % quarterMs);
    const key = `${metric} ${label} ${bucket}`;
    const known = counts.get(key);
    if (known) known.n += n;
    else counts.set(key, { metric, label, bucket: new Date(bucket), n });
  }

  for (let day = 0; day < historyDays; day++) {
    const midnight = begin + day * dayMs;
    const busy = (weekdays[new Date(midnight).getUTCDay()] ?? 1) * (0.75 + (0.5 * day) / historyDays);
    const about = (usual: number) => Math.round(usual * busy * (0.75 + 0.5 * random()));
    const moment = () => midnight + 3_600_000 * pick(hours, random()) + Math.floor(3_600_000 * random());

    for (let n = about(120); n > 0; n--) count("view", "", moment());
    for (let n = about(13); n > 0; n--) count("view_excluded", "crawler", moment());
    for (let n = about(3); n > 0; n--) count("view_excluded", "prefetch", moment());
    for (let n = about(14); n > 0; n--) count("download", "", moment());
    for (let n = about(1.2); n > 0; n--) count("error", "ERROR_INCORRECT_SESSION_DATA", moment());
    if (day % 11 === 4) for (let n = about(3); n > 0; n--) count("error", "ERROR_TEMPLATE_NOT_FOUND", moment());
    if (day === outage) for (let n = about(4); n > 0; n--) count("error", "ERROR_NO_SLOT_AVAILABLE", moment());

    // Somebody new every three days.
    const known = Math.min(bids.length, 3 + Math.floor(day / 3));
    for (let n = about(34); n > 0; n--) {
      const lasted = 9_000 + Math.floor(70_000 * random() ** 2);
      const created = Math.min(moment(), midnight + dayMs - lasted - 1);
      const error = failure(random(), day === outage && new Date(created).getUTCHours() >= 12);
      tasks.push({ user: Math.floor(known * random() ** 2), created, ended: created + lasted, error });
    }
  }

  const users = bids.map((bid): DemoUser => ({ bid, available: 0 }));
  const ledger = play(tasks, users, begin, commission);
  for (const { user, ended, error } of tasks) {
    if (error) count("error", error, ended);
    else {
      count("ready", "", ended);
      count("money", "", ended, earned(users[user] as DemoUser, commission));
    }
  }
  return {
    begin: new Date(begin),
    users,
    /** How many tasks the ledger speaks of; it numbers them from 0. */
    tasks: tasks.length,
    ledger,
    counts: [...counts.values()],
    active: active(tasks),
  };
}

/** What the tasks did to money, in the order in which it happened. */
function play(tasks: readonly MadeUpTask[], users: DemoUser[], begin: number, commission: number): DemoEntry[] {
  const ledger: DemoEntry[] = [];
  function enter(of: DemoEntry["of"], kind: DemoEntry["kind"], at: number, amounts: Partial<DemoEntry>): void {
    const entry = { of, kind, available: 0, held: 0, platform: 0, task: null, ...amounts, at: new Date(at) };
    if (of !== "owner") (users[of] as DemoUser).available += entry.available;
    ledger.push(entry);
  }

  const moments = tasks
    .flatMap((task, index) => [
      { at: task.created, ends: false, task, index },
      { at: task.ended, ends: true, task, index },
    ])
    .sort((a, b) => a.at - b.at || a.index - b.index);
  for (const { at, ends, task, index } of moments) {
    const user = users[task.user] as DemoUser;
    const price = user.bid;
    if (!ends) {
      if (user.available < price)
        enter(task.user, "top_up", Math.max(begin, at - 60_000), { available: topUp, platform: -topUp });
      enter(task.user, "hold", at, { available: -price, held: price, task: index });
    } else if (task.error) {
      enter(task.user, "release", at, { available: price, held: -price, task: index });
    } else {
      const part = earned(user, commission);
      enter(task.user, "capture", at, { held: -price, platform: price, task: index });
      enter("owner", "commission", at, { available: part, platform: -part, task: index });
    }
  }
  return ledger;
}

/** The owner's part of a captured price, rounded as the end of a real task rounds it. */
function earned({ bid }: DemoUser, commission: number): number {
  return Math.floor((bid * commission) / 1_000_000);
}

/** Who created a task in which quarter of an hour. */
function active(tasks: readonly MadeUpTask[]) {
  const seen = new Map<string, { user: number; bucket: Date }>();
  for (const { user, created } of tasks) {
    const bucket = created - (created % quarterMs);
    seen.set(`${user} ${bucket}`, { user, bucket: new Date(bucket) });
  }
  return [...seen.values()];
}

/** Why a task failed, or "" where it did not. */
function failure(chance: number, siteIsDown: boolean): string {
  if (siteIsDown) return chance < 0.7 ? "ERROR_STEP_FAILED" : "";
  if (chance < 0.04) return "ERROR_STEP_FAILED";
  if (chance < 0.07) return "ERROR_VARIABLE_TIMEOUT";
  return chance < 0.075 ? "ERROR_TASK_TIMEOUT" : "";
}

/** An index, as likely as its weight says. */
function pick(weights: readonly number[], chance: number): number {
  let rest = chance * weights.reduce((total, weight) => total + weight, 0);
  const index = weights.findIndex((weight) => {
    rest -= weight;
    return rest < 0;
  });
  return index < 0 ? weights.length - 1 : index;
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
