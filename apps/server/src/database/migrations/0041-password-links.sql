-- A link to a new password, by its hash: one for each teacher, the last they asked for.
create table password_links (
  user_id    uuid primary key references users on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null
);
