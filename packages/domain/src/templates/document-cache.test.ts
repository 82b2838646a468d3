import { expect, test } from "vitest";
import { newCaller, newTemplate, openTestContext } from "../platform/testing.ts";
import { listUsableTemplates } from "./get-template.ts";
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

test("templates that are large together are read for a list once, and leave the documents of tasks in the cache", async () => {
  const caller = await newCaller(system);
  for (let n = 0; n < 25; n++) await newTemplate(system, caller);
  const rows = await system.sql`
    update template_version set document = document || jsonb_build_object('description', 'kept', 'more', repeat('x', 250000))
     where template_id in (select id from template where account_id = ${caller.actor.accountId}) returning id`;
  const read = async () => {
    const { items } = await listUsableTemplates({ ctx: caller, input: { builtIn: false } });
    return new Set(items.map(({ description }) => description));
  };
  await system.sql`insert into template_version (id, template_id, number, document) select 0, template_id, 0, document
                     from template_version where id = ${rows[0]?.id}`;
  await caller.cache(documentCache).read(0);
  expect(await read()).toEqual(new Set(["kept"]));
  // It never changes, but shows here what is read again.
  await system.sql`update template_version set document = document || '{"description": ""}'`;
  expect(await read()).toEqual(new Set(["kept"]));
  expect((await caller.cache(documentCache).read(0))?.description).toBe("kept");
});
