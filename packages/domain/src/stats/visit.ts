import { automated } from "./crawler.ts";

/** The kind of a request for a page: a person's navigation, a request without one, or one made ahead of a click. */
export type VisitKind = "document" | "head" | "prefetch";

/** Why a visit is not counted. */
export const exclusions = ["head", "prefetch", "crawler", "program"] as const;
export type Exclusion = (typeof exclusions)[number];

/** Why a visit is not counted, or undefined if it is. The reason is counted instead. */
export function exclusion(kind: VisitKind, userAgent: string | null): Exclusion | undefined {
  if (kind !== "document") return kind;
  return userAgent === null ? undefined : automated(userAgent);
}
