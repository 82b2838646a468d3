import { notFound } from "next/navigation";

/** The softId of a path; an invalid segment leads to the page that says so. */
export function softIdOf(segment: string): number {
  const id = /^[1-9][0-9]{0,9}$/.test(segment) ? Number(segment) : 0;
  if (id < 1 || id > 2 ** 31 - 1) notFound();
  return id;
}

/** The number in a path's segment; undefined if no task can have it. */
export function taskIdOf(segment: string): number | undefined {
  const id = /^[1-9][0-9]{0,15}$/.test(segment) ? Number(segment) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
