-- Blocks between teachers. A block applies in both directions: neither can write or propose to the other, and they
-- are no matches.
create table blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  constraint blocks_another check (blocker_id <> blocked_id)
);
create index blocks_by_blocked on blocks (blocked_id);
