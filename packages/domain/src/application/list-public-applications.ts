import type { Args } from "../context.ts";
import { type Page, readPage } from "../page.ts";
import { type ListPublicApplicationsRow, listPublicApplicationsSql } from "./list-public-applications.sql.ts";
import { nameSearch } from "./name-search.ts";

/** `description` is the beginning of its Markdown; `icon` is the version of its picture. */
type CataloguedApplication = ListPublicApplicationsRow;

const pageSize = 48;

/** The published applications by name, or those whose name contains a text. Those that the demo made up come last. */
export async function listPublicApplications({
  ctx,
  input,
}: Args<{ search?: string | undefined; after?: number | undefined }>): Promise<Page<CataloguedApplication>> {
  const search = nameSearch(input.search);
  return readPage(
    { limit: pageSize, after: input.after },
    (window) => ctx.db.run(listPublicApplicationsSql, { ...window, pattern: search ? `%${search.contains}%` : null }),
    ({ softId }) => softId,
  );
}
