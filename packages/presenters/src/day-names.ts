const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** `25 January` and `25 Jan` of 2026-01-25: English, no leading zero, whatever the locale of the machine. */
export function dayNames(iso: string): { date: string; shortdate: string } {
  const day = Number(iso.slice(8, 10));
  const month = months[Number(iso.slice(5, 7)) - 1] as string;
  return { date: `${day} ${month}`, shortdate: `${day} ${month.slice(0, 3)}` };
}
