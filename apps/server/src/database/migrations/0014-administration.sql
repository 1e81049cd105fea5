-- Completion times of requests, for the administrator's daily figures; and receipt numbers, assigned when a payment
-- arrives.
alter table requests add column completed_at timestamptz;

alter table payment_orders add column receipt_number bigint unique;
update payment_orders set receipt_number = numbered.number
from (
  select id, row_number() over (order by settled_at, id) as number
  from payment_orders where status in ('paid', 'refunded')
) as numbered
where payment_orders.id = numbered.id;
