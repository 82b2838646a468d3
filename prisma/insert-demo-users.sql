insert into active_user (application_id, account_id, bucket)
select :applicationId, account_id, bucket
  from json_to_recordset(:users::json) as u(account_id int, bucket timestamptz)
