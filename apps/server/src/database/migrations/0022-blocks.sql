-- Who wants to hear nothing of whom. It holds both ways: neither writes or proposes to the other, nor is their match.
create table blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  constraint blocks_another check (blocker_id <> blocked_id)
);
create index blocks_by_blocked on blocks (blocked_id);
