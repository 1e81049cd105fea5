-- Money that goes back to a teacher. The id is the key under which the provider is asked, so that asking again refunds once.
create table payment_refunds (
  id                 uuid primary key,
  order_id           uuid not null references payment_orders on delete cascade,
  amount_paise       integer not null check (amount_paise > 0),
  -- An administrator, the rule about broken agreements, or the provider, where nobody asked it here.
  origin             text not null check (origin in ('administrator', 'rule', 'provider')),
  -- The agreement that broke before the papers, where one did.
  agreement_id       uuid references agreements on delete set null,
  -- `asked` until the provider has answered, `pending` until its bank has paid.
  state              text not null default 'asked' check (state in ('asked', 'pending', 'processed', 'failed')),
  provider_refund_id text unique,
  -- The provider's own words where it refused.
  failure            text,
  asked_at           timestamptz not null,
  checked_at         timestamptz,
  settled_at         timestamptz,
  constraint refund_is_settled_or_open check ((settled_at is null) = (state in ('asked', 'pending')))
);
-- An order is refunded once; one that failed may be asked for again.
create unique index payment_refunds_one on payment_refunds (order_id) where state <> 'failed';
create index payment_refunds_by_order on payment_refunds (order_id, asked_at desc);
create index payment_refunds_open on payment_refunds (checked_at) where state in ('asked', 'pending');

-- Since when agreements that break before the papers are refunded without being asked. Null: they are not.
alter table payment_settings add column refunds_since timestamptz;

-- Which of our refunds the sandbox gave the money back for.
alter table sandbox_payments add column refund_receipt text unique;
