-- Refunds. The id is the idempotency key at the provider, so that a repeated call refunds once.
create table payment_refunds (
  id                 uuid primary key,
  order_id           uuid not null references payment_orders on delete cascade,
  amount_paise       integer not null check (amount_paise > 0),
  -- An administrator, the rule about broken agreements, or the provider itself without a request from the product.
  origin             text not null check (origin in ('administrator', 'rule', 'provider')),
  -- The agreement that broke before its papers were submitted, if any.
  agreement_id       uuid references agreements on delete set null,
  -- `asked` until the provider has answered, `pending` until its bank has paid.
  state              text not null default 'asked' check (state in ('asked', 'pending', 'processed', 'failed')),
  provider_refund_id text unique,
  -- The provider's own text if it refused.
  failure            text,
  asked_at           timestamptz not null,
  checked_at         timestamptz,
  settled_at         timestamptz,
  constraint refund_is_settled_or_open check ((settled_at is null) = (state in ('asked', 'pending')))
);
-- An order is refunded once; a failed refund may be requested again.
create unique index payment_refunds_one on payment_refunds (order_id) where state <> 'failed';
create index payment_refunds_by_order on payment_refunds (order_id, asked_at desc);
create index payment_refunds_open on payment_refunds (checked_at) where state in ('asked', 'pending');

-- Time since which agreements that break before their papers are submitted are refunded automatically. Null: automatic refunds are
-- off.
alter table payment_settings add column refunds_since timestamptz;

-- Receipt of the refund for which the sandbox paid the money back.
alter table sandbox_payments add column refund_receipt text unique;
