/** The condition that finds names containing a text in any letter case; none for a blank text. */
export function nameSearch(typed: string | undefined): { contains: string; mode: "insensitive" } | undefined {
  // Prisma passes it to ILIKE unchanged.
  const text = typed
    ?.replaceAll("\0", "")
    .trim()
    .normalize("NFC")
    .slice(0, 100)
    .replace(/[\\%_]/g, "\\$&");
  return text ? { contains: text, mode: "insensitive" } : undefined;
}
