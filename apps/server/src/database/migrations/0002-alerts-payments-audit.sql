-- Alerts between teachers, payments, the audit log, and consent.

alter table users
  add column consent_version text,
  add column consented_at    timestamptz;

create table alerts (
  id           uuid primary key,
  -- Null: the product itself is the sender.
  from_user_id uuid references users on delete cascade,
  to_user_id   uuid not null references users on delete cascade,
  kind         text not null default 'message' check (kind in ('message', 'perfect_match')),
  message      text not null check (char_length(message) between 1 and 500),
  created_at   timestamptz not null,
  read_at      timestamptz,
  hidden_at    timestamptz,
  constraint alerts_message_has_sender check (kind <> 'message' or from_user_id is not null)
);
create unique index alerts_one_unread on alerts (from_user_id, to_user_id) where kind = 'message' and read_at is null;
create index alerts_by_recipient on alerts (to_user_id, id desc);
create index alerts_by_sender on alerts (from_user_id, created_at) where kind = 'message';

create table payment_orders (
  id                uuid primary key,
  -- Remains when the account is deleted, as the law requires for payment records.
  user_id           uuid references users on delete set null,
  provider          text not null check (provider in ('razorpay', 'sandbox')),
  provider_order_id text unique,
  amount_paise      integer not null check (amount_paise > 0),
  currency          text not null default 'INR' check (currency = 'INR'),
  status            text not null default 'created' check (status in ('created', 'failed', 'paid', 'refunded')),
  payment_id        text unique,
  created_at        timestamptz not null,
  checked_at        timestamptz,
  settled_at        timestamptz
);
create index payment_orders_by_user on payment_orders (user_id, created_at desc);
create index payment_orders_open on payment_orders (created_at) where status in ('created', 'failed');
-- A repeated create-order call whose first answer was lost returns the same order.
create unique index payment_orders_one_open on payment_orders (user_id) where status = 'created';

create table payment_events (
  id           text primary key,
  provider     text not null,
  body         text not null,
  received_at  timestamptz not null,
  processed_at timestamptz,
  outcome      text
);
create index payment_events_open on payment_events (received_at) where processed_at is null;

create table audit_log (
  id              uuid primary key,
  happened_at     timestamptz not null,
  actor_id        uuid not null,
  impersonator_id uuid,
  action          text not null,
  subject_id      uuid,
  address         text not null,
  details         jsonb not null default '{}'
);
create index audit_log_by_time on audit_log (id desc);
create index audit_log_by_actor on audit_log (actor_id, id desc);
create index audit_log_by_subject on audit_log (subject_id, id desc);

create function refuse_change_of_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log only grows';
end
$$;
create trigger audit_log_only_grows before update or delete or truncate on audit_log
  for each statement execute function refuse_change_of_audit_log();

create index users_newest on users (id desc) where role = 'teacher';
create index users_paid on users (paid_at desc, id desc) where paid_at is not null;
