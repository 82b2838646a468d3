/**
 * A statement that deletes the tasks whose ids `chosen` selects and locks, with their variables and steps; deliveries go by
 * their foreign key, and the ledger keeps the task's number. It says how many tasks there were.
 */
export function deletionOf(chosen: string): string {
  return `
    with old as materialized (${chosen}),
         values_of as (delete from variable v using old where v.task_id = old.id),
         steps_of as (delete from task_step s using old where s.task_id = old.id)
    delete from task t using old where t.id = old.id`;
}
