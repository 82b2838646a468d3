/** The condition by which names are searched for a text, whatever its case; none for a blank one. */
export function nameSearch(typed: string | undefined): { contains: string; mode: "insensitive" } | undefined {
  // Prisma hands it to ILIKE as it is.
  const text = typed
    ?.replaceAll("\0", "")
    .trim()
    .normalize("NFC")
    .slice(0, 100)
    .replace(/[\\%_]/g, "\\$&");
  return text ? { contains: text, mode: "insensitive" } : undefined;
}
