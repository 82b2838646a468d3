import { expect, test } from "vitest";
import { newCaller, newTemplate, openTestContext } from "../platform/testing.ts";
import { documentCache } from "./summary.ts";

const system = await openTestContext();

test("documents are read at once although they do not fit into the cache together, and a missing one is missing", async () => {
  const caller = await newCaller(system);
  await newTemplate(system, caller);
  const rows = await system.sql`
    insert into template_version (template_id, number, document)
    select template_id, number + n, document || jsonb_build_object('description', repeat('x', 250000))
      from (select template_id, number, document from template_version order by id desc limit 1) v, generate_series(1, 40) n
    returning id`;
  const documents = await Promise.all(rows.map(({ id }) => system.cache(documentCache).read(id)));
  expect(documents.map((document) => document?.description?.length)).toEqual(rows.map(() => 250_000));
  expect(await system.cache(documentCache).read(2_000_000_000)).toBeUndefined();
});
