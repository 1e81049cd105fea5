-- When a request was completed, for the administrator's figures by day; and numbers for receipts, given as payments come in.
alter table requests add column completed_at timestamptz;

alter table payment_orders add column receipt_number bigint unique;
update payment_orders set receipt_number = numbered.number
from (
  select id, row_number() over (order by settled_at, id) as number
  from payment_orders where status in ('paid', 'refunded')
) as numbered
where payment_orders.id = numbered.id;
