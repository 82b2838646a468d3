insert into count (application_id, metric, label, bucket, n)
select :applicationId, metric, label, bucket, n
  from json_to_recordset(:counts::json) as c(metric text, label text, bucket timestamptz, n bigint)
