const months = Array.from({ length: 12 }, (_, month) => new Date(2000, month).toLocaleString("en", { month: "long" }));

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

/**
 * The parts of a day such as `2026-01-25`, or of a time in UTC that begins so, as they are written in English whatever the locale of the
 * machine: `Sun`, 25, `January`, `Jan`, `2026`.
 */
export function partsOf(iso: string) {
  const month = months[Number(iso.slice(5, 7)) - 1] as string;
  return {
    weekday: weekdays[new Date(iso.slice(0, 10)).getUTCDay()] as string,
    day: Number(iso.slice(8, 10)),
    month,
    shortMonth: month.slice(0, 3),
    year: iso.slice(0, 4),
  };
}

/** `25 January` and `25 Jan` of 2026-01-25. */
export function dayNames(iso: string): { date: string; shortdate: string } {
  const { day, month, shortMonth } = partsOf(iso);
  return { date: `${day} ${month}`, shortdate: `${day} ${shortMonth}` };
}
