/**
 * A statement that deletes the tasks whose ids `chosen` selects and locks, with what was told of them; it says how many
 * there were. Nothing but these tables knows a task by its number, except the ledger, which keeps it.
 */
export function deletionOf(chosen: string): string {
  return `
    with old as materialized (${chosen}),
         values_of as (delete from variable v using old where v.task_id = old.id),
         steps_of as (delete from task_step s using old where s.task_id = old.id)
    delete from task t using old where t.id = old.id`;
}
