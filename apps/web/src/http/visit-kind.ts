import type { VisitKind } from "@gatepost/domain/statistics/visit";

/** The header with the kind of a page's request. proxy.ts sets it, and drops what a client sends under this name. */
export const visitHeader = "x-gatepost-visit";

/**
 * The kind of a request for a page: a person's navigation, a mere HEAD, or a request made ahead of or beside one
 * ("prefetch"). Browsers mark those by Sec-Purpose, Purpose or X-Moz, Next.js's own router by its headers, and a
 * script's fetch by a Sec-Fetch-Dest other than document. Programs that send none of these (curl, Node.js) count as
 * navigating.
 */
export function visitKind(verb: string, headers: Pick<Headers, "get">): VisitKind {
  if (verb === "HEAD") return "head";
  if (verb !== "GET") return "prefetch";
  const ahead = ["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) =>
    /prefetch|prerender|preview/i.test(headers.get(name) ?? ""),
  );
  const routers = ["rsc", "next-router-prefetch", "next-router-state-tree"].some((name) => headers.get(name) !== null);
  const destination = headers.get("sec-fetch-dest");
  const beside = destination !== null && !["document", "iframe", "frame", "object", "embed"].includes(destination);
  return ahead || routers || beside ? "prefetch" : "document";
}
