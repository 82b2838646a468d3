import { isCrawler } from "./crawler.ts";

/** What a request for a page was: somebody's navigation, a mere question about it, or one made ahead of a click. */
export type VisitKind = "document" | "head" | "prefetch";

/** Why a visit is not counted. */
export const exclusions = ["head", "prefetch", "crawler"] as const;
export type Exclusion = (typeof exclusions)[number];

/** Why a visit is not counted, or nothing where it is one. The reason is counted in its place. */
export function exclusion(kind: VisitKind, userAgent: string | null): Exclusion | undefined {
  if (kind !== "document") return kind;
  return userAgent !== null && isCrawler(userAgent) ? "crawler" : undefined;
}
