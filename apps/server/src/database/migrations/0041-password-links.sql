-- Password-reset links, stored as hashes: one per teacher, the latest one requested.
create table password_links (
  user_id    uuid primary key references users on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null
);
