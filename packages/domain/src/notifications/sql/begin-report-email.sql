-- From here on nobody claims it again, unless record-report-email.sql says that it was not sent.
update report_email set next_at = null, problem = null where id = :emailId and attempts = :attempt and next_at is not null
returning true as "begun!"
