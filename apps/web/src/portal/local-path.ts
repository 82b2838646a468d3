/** A path of this site to go on to, whatever a link asked for: another site is never one. */
export function localPath(asked: unknown): string {
  if (typeof asked !== "string" || !asked.startsWith("/dashboard")) return "/dashboard";
  // What browsers read as the start of another host.
  return /^\/(?![/\\])[^\\\s]*$/.test(asked) ? asked : "/dashboard";
}
