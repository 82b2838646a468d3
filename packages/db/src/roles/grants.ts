import type { ProcessRole } from "./roles.ts";

/** In the notation of GRANT: a privilege on all columns, or on the named ones. */
export type Privilege = "SELECT" | "INSERT" | "UPDATE" | "DELETE" | `${"SELECT" | "INSERT" | "UPDATE"} (${string})`;

/**
 * What the web server and the worker may do with each table and view: what their statements do, and nothing more.
 * `migrate` grants and revokes until the database has exactly these privileges. A test fails for a table without a row.
 * INSERT includes the use of the sequences of the table's columns. A view reads its tables as their owner; functions run
 * as their caller.
 *
 * A statement needs the privileges of all its parts, also of those that do nothing this time. Locking rows (FOR UPDATE)
 * needs UPDATE on some column: where a role only deletes, that is one which decides nothing.
 */
export const grants: Readonly<Record<string, Readonly<Record<ProcessRole, readonly Privilege[]>>>> = {
  account: {
    web: ["SELECT", "INSERT", "UPDATE (available, held, email, suspended_at, embed_origins)"],
    worker: ["SELECT (id, available, held, created_at)", "UPDATE (available, held)"],
  },
  active_user: { web: ["SELECT", "INSERT"], worker: [] },
  alert_finding: { web: ["SELECT", "INSERT"], worker: [] },
  api_key: { web: ["SELECT", "INSERT", "UPDATE", "DELETE"], worker: [] },
  application: {
    web: [
      "SELECT",
      "INSERT",
      "UPDATE (name, description, homepage, download_url, version, links, published, archived_at)",
    ],
    worker: ["SELECT (id, account_id, commission, created_at)"],
  },
  application_icon: { web: ["SELECT", "INSERT", "UPDATE", "DELETE"], worker: [] },
  application_screenshot: { web: ["SELECT", "INSERT", "DELETE"], worker: [] },
  reconciliation_scan: { web: [], worker: ["SELECT", "INSERT", "UPDATE", "DELETE"] },
  // The worker adds links to the events that it delivers.
  answer_link: {
    web: ["SELECT", "INSERT", "UPDATE (revoked_at, extensions)", "DELETE"],
    worker: ["INSERT (account_id, task_id, name, hash, expires_at, endpoint_id)"],
  },
  // The worker signs callbacks.
  callback_secret: { web: ["SELECT", "INSERT", "UPDATE", "DELETE"], worker: ["SELECT"] },
  count: { web: ["SELECT", "INSERT", "UPDATE (n)"], worker: ["SELECT", "INSERT", "UPDATE (n)"] },
  idempotency: {
    web: ["SELECT", "INSERT", "UPDATE", "DELETE"],
    worker: ["SELECT (account_id, key, created_at)", "UPDATE (created_at)", "DELETE"],
  },
  inbound_address: { web: ["SELECT", "INSERT", "UPDATE", "DELETE"], worker: [] },
  // The web server answers waits with messages; the worker's maintenance deletes old ones without reading them.
  inbound_message: {
    web: ["SELECT", "INSERT", "UPDATE", "DELETE"],
    worker: ["SELECT (id, received_at, outcome, fingerprint)", "UPDATE (content, fingerprint, outcome)", "DELETE"],
  },
  inbound_rule: { web: ["SELECT", "INSERT", "DELETE"], worker: [] },
  // Web servers send emails. The worker sends webhooks, can add nothing else and change no receiver; its maintenance deletes old records
  // of reports. A worker whose lease has not begun sends the heartbeat of a web process.
  delivery: {
    web: [
      "SELECT",
      "INSERT",
      "UPDATE (attempts, next_at, delivered_at, last_problem, status, duration, excerpt)",
      "DELETE",
    ],
    worker: [
      "SELECT",
      "INSERT (task_id, account_id, event, wait, endpoint_id)",
      "UPDATE (attempts, next_at, delivered_at, last_problem, status, duration, excerpt)",
      "DELETE",
    ],
  },
  // The worker writes down waits of accounts that have addresses, and reads none.
  email_address: {
    web: ["SELECT", "INSERT", "UPDATE", "DELETE"],
    worker: ["SELECT (account_id, confirmed_at)"],
  },
  event_endpoint: { web: ["SELECT", "INSERT", "UPDATE", "DELETE"], worker: ["SELECT"] },
  // The first process writes the mark; only the owner changes it.
  installation: { web: ["SELECT", "INSERT"], worker: ["SELECT", "INSERT"] },
  // History: entries are only added.
  ledger_entry: { web: ["SELECT", "INSERT"], worker: ["SELECT", "INSERT"] },
  // The worker's reconciliation computes them anew.
  ledger_sum: { web: ["SELECT"], worker: ["SELECT", "INSERT", "UPDATE (available)", "DELETE"] },
  // A trigger adds the objects of deleted rows. Workers add those that they upload, and delete them.
  object_deletion: { web: ["INSERT"], worker: ["SELECT", "INSERT", "UPDATE (due_at)", "DELETE"] },
  note: { web: ["SELECT", "INSERT", "DELETE"], worker: [] },
  portal_credential: { web: ["SELECT", "INSERT", "UPDATE"], worker: [] },
  portal_rate_limit: {
    web: ["SELECT", "INSERT", "UPDATE"],
    worker: ["SELECT (id, last_request)", "UPDATE (count)", "DELETE"],
  },
  portal_session: {
    web: ["SELECT", "INSERT", "UPDATE", "DELETE"],
    worker: ["SELECT (id, expires_at)", "DELETE"],
  },
  portal_user: { web: ["SELECT", "INSERT", "DELETE"], worker: [] },
  portal_verification: {
    web: ["SELECT", "INSERT", "UPDATE", "DELETE"],
    worker: ["SELECT (id, expires_at)", "DELETE"],
  },
  rate_bucket: {
    web: ["SELECT", "INSERT", "UPDATE"],
    worker: ["SELECT (caller, full_at)", "UPDATE (granted)", "DELETE"],
  },
  refusal_count: { web: ["SELECT", "INSERT", "UPDATE"], worker: [] },
  report_subscription: { web: ["SELECT", "INSERT", "UPDATE", "DELETE"], worker: ["SELECT (next_at)"] },
  // Every process advances it.
  service_clock: { web: ["SELECT", "UPDATE (tick)"], worker: ["SELECT", "UPDATE (tick)"] },
  share_link: { web: ["SELECT", "INSERT", "UPDATE (revoked_at)", "DELETE"], worker: [] },
  // The web server stores values and never reads one back.
  stored_secret: {
    web: [
      ...(["INSERT", "UPDATE", "DELETE"] as const),
      "SELECT (id, account_id, name, domains, created_at, updated_at)",
    ],
    worker: ["SELECT"],
  },
  // Deleted with its task.
  solution_object: {
    web: ["SELECT (task_id)", "DELETE"],
    worker: ["SELECT", "INSERT", "UPDATE (created_at)", "DELETE"],
  },
  stored_answer: { web: ["SELECT"], worker: [] },
  task: {
    web: [
      ...(["SELECT", "INSERT", "DELETE"] as const),
      "UPDATE (state, worker_id, held, fence, step, step_path, queued_at, queued_tick, deadline_tick)",
      "UPDATE (given, ended_at, error_code, error_description, solution)",
    ],
    worker: ["SELECT", "UPDATE", "DELETE"],
  },
  // The worker that runs a task writes who has taken it over. Deleted with its task.
  task_control: { web: ["SELECT"], worker: ["SELECT", "INSERT", "UPDATE (fence, holder, since)", "DELETE"] },
  // The web server opens and deletes sessions, and never reads what is in one.
  task_session: {
    web: [
      ...(["INSERT", "DELETE"] as const),
      "SELECT (id, account_id, name, size, saved_at, used_at, site, problem, created_at)",
    ],
    worker: ["SELECT", "UPDATE", "DELETE"],
  },
  task_step: {
    web: ["SELECT", "UPDATE (ended_at, outcome)", "DELETE"],
    worker: ["SELECT", "INSERT", "UPDATE", "DELETE"],
  },
  template: {
    web: ["SELECT", "INSERT", "UPDATE (current_version_id, deleted_at, draft)", "DELETE"],
    worker: ["SELECT (id, account_id, name, draft)"],
  },
  template_version: { web: ["SELECT", "INSERT", "DELETE"], worker: ["SELECT"] },
  // An id and an account. A web process verifies keys by it; a worker only shares the statement.
  usable_key: { web: ["SELECT"], worker: ["SELECT"] },
  variable: { web: ["SELECT", "INSERT", "UPDATE", "DELETE"], worker: ["SELECT", "UPDATE", "DELETE"] },
  wait_notice: { web: ["SELECT", "UPDATE"], worker: ["SELECT (next_at)", "INSERT"] },
  // Either program recovers tasks of lost workers.
  worker: { web: ["SELECT", "UPDATE (ended_at)"], worker: ["SELECT", "INSERT", "UPDATE", "DELETE"] },
  // Written by Prisma's engine. A program waits for the migrations of its version.
  _prisma_migrations: {
    web: ["SELECT (migration_name, finished_at, rolled_back_at)"],
    worker: ["SELECT (migration_name, finished_at, rolled_back_at)"],
  },
};

/** Sequences that belong to no column. */
export const sequenceGrants: Readonly<Record<string, readonly ProcessRole[]>> = {
  task_id_block: ["web"],
};
