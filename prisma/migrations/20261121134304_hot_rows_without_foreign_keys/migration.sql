-- The statements that write these rows hold what they name; each constraint was a query more for each row.
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_account_id_fkey";
ALTER TABLE "task" DROP CONSTRAINT "task_account_id_fkey";
ALTER TABLE "task" DROP CONSTRAINT "task_application_id_fkey";
ALTER TABLE "task" DROP CONSTRAINT "task_template_version_id_fkey";
ALTER TABLE "task_step" DROP CONSTRAINT "task_step_task_id_fkey";
ALTER TABLE "variable" DROP CONSTRAINT "variable_task_id_fkey";
