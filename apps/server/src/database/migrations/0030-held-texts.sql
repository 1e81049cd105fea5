-- Texts with phone numbers, links or sums of money wait until an administrator releases them. A request waits in the
-- status `held`; messages wait in this table.
alter table requests drop constraint requests_status_check;
alter table requests add constraint requests_status_check
  check (status in ('active', 'pending', 'completed', 'withdrawn', 'expired', 'held'));
create index requests_held on requests (id) where status = 'held';

create table held_messages (
  id           uuid primary key,
  from_user_id uuid not null references users on delete cascade,
  -- Either an alert to a teacher, or a message in an agreement.
  to_user_id   uuid references users on delete cascade,
  agreement_id uuid references agreements on delete cascade,
  message      text not null,
  created_at   timestamptz not null,
  constraint held_messages_one_place check (num_nonnulls(to_user_id, agreement_id) = 1)
);
create index held_messages_by_writer on held_messages (from_user_id, created_at);
create index held_messages_by_recipient on held_messages (to_user_id) where to_user_id is not null;
create index held_messages_by_agreement on held_messages (agreement_id) where agreement_id is not null;
