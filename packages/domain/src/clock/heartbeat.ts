import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import type { HeldTask } from "../task/held-task.ts";
import { leaseTicks } from "../worker/lease.ts";

export interface Heartbeat {
  tick: number;
  /** Whether this process advanced the clock, which one process does at each tick. */
  advanced: boolean;
  /** Whether any worker has a lease. */
  workers: boolean;
  /** The tasks in a worker's hands; null where its registration was ended. */
  held?: HeldTask[] | null;
}

/**
 * Advances the clock where it still stands at $1. The row's lock makes one process the first; the others, who waited
 * for it, find another tick. On a server that takes no writes this fails, whatever $1 is.
 */
const clock = `
    with advanced as (
      update service_clock set tick = tick + 1 where id = 1 and tick = $1 returning tick
    ), clock as materialized (
      select coalesce((select tick from advanced), (select tick from service_clock where id = 1)) as tick,
             exists (select 1 from advanced) as advanced
    )`;

const answer = `
    select c.tick, c.advanced,
           exists (select 1 from worker where ended_at is null and lease_tick > c.tick) as workers`;

const ofProcess = { name: "heartbeat", text: `${clock} ${answer} from clock c` };

/** Reads the worker's entries of the partial index task_in_hand, which holds only what runs or waits right now. */
const ofWorker = {
  name: "worker_heartbeat",
  text: `${clock}, renewed as (
      update worker set busy = $3, lease_tick = (select tick from clock) + $4 where id = $2 and ended_at is null
      returning id
    )
    ${answer}, case when exists (select 1 from renewed) then array(
             select json_build_object('taskId', id, 'accountId', account_id, 'fence', fence, 'maySubmit', may_submit)
               from task where worker_id = $2) end as held
      from clock c`,
};

export interface HeartbeatInput {
  /** The tick that this process has seen for a second; null where it has not seen one that long. */
  seen: number | null;
  /** Of a worker: its slots in use. */
  busy?: number;
}

/**
 * What a live process says each second, in one statement: advances the clock, and renews a worker's lease. Rejects where
 * the database takes no writes.
 */
export async function heartbeat({ ctx, input }: { ctx: Context; input: HeartbeatInput }): Promise<Heartbeat> {
  const { actor, db } = ctx;
  const { seen, busy = 0 } = input;
  if (actor.kind !== "worker" && actor.kind !== "system") throw new DomainError("ERROR_ACCESS_DENIED");
  const rows = await (actor.kind === "worker"
    ? db.inLine<Heartbeat>(ofWorker, [seen, actor.workerId, busy, leaseTicks])
    : db.inLine<Heartbeat>(ofProcess, [seen]));
  return rows[0] as Heartbeat;
}
