/** The table of both floors of P1: a row such as a minimal program would write. */
export const createTaskLike = `
  create table if not exists task_like (
    id bigint generated always as identity primary key, client_key text not null, website_url text not null,
    template text not null, variables text not null, soft_id int, state text not null default 'queued',
    created_at timestamptz not null default now())`;

export interface TaskLike {
  clientKey: string;
  task: { websiteURL: string; templateName: string; variables: object };
  softId: number;
}
