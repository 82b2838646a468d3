import { searchDocs } from "../../../../../public/docs/search.ts";

/** What the field for the search shows while one types. */
export function GET(request: Request): Response {
  const query = new URL(request.url).searchParams.get("q") ?? "";
  return Response.json(searchDocs(query), { headers: { "cache-control": "no-store" } });
}
