-- As JSON: thousands of rows as parameters of one statement take seconds.
insert into ledger_entry (account_id, kind, available, held, platform, task_id, application_id, at, note)
select account_id, kind, available, held, platform, task_id, application_id, at, 'made up by the demo'
  from json_to_recordset(:entries::json) as e(account_id int, kind ledger_kind, available bigint, held bigint, platform bigint,
                                              task_id bigint, application_id int, at timestamptz)
