/** The number in a path's segment; undefined if no task can have it. */
export function taskIdOf(segment: string): number | undefined {
  const id = /^[1-9][0-9]{0,15}$/.test(segment) ? Number(segment) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
