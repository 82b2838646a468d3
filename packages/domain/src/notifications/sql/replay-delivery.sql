-- Makes a delivery due again, unless an attempt at it is still to come; by primary key.
update webhook_delivery
   set next_at = now(), delivered_at = null
 where id = :deliveryId and account_id = :accountId and endpoint_id is not null and next_at is null
returning id
