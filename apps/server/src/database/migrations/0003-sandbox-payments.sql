-- Payments of the sandbox, the local replacement of the payment provider. Empty in production.

create table sandbox_payments (
  id         text primary key,
  order_id   text not null,
  amount     integer not null,
  currency   text not null,
  status     text not null check (status in ('authorized', 'captured', 'failed', 'refunded')),
  created_at timestamptz not null default clock_timestamp()
);
create index sandbox_payments_by_order on sandbox_payments (order_id, created_at);
