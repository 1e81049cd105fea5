-- Keys that clients send with a change, so that a repeated call has no second effect. The answer itself is not stored.
create table idempotency_keys (
  account_id uuid not null references users on delete cascade,
  key text not null,
  -- Keyed hash of method, path and body.
  request_hash text not null,
  status smallint not null,
  location text,
  -- Ids of the rows that the call created.
  ids jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
