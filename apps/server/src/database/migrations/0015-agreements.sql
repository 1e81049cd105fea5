-- Proposals to swap with their further states, and rounds of proposals. States and steps are those of
-- packages/domain/src/agreements/agreement-steps.ts.

alter table requests
  -- Time until which the teacher is ready to take the place.
  add column ready_until    timestamptz,
  -- Answers yes automatically for a place to which the teacher has said yes before.
  add column accept_for_me  boolean not null default false;
create index requests_ready on requests (ready_until) where listed and ready_until is not null;

create table rounds (
  -- A UUIDv7 created at created_at.
  id         uuid primary key,
  state      text not null default 'running' check (state in ('running', 'finished', 'stopped')),
  max_ring   smallint not null check (max_ring between 2 and 10),
  -- Time to answer a proposal.
  hours      smallint not null check (hours between 1 and 336),
  -- Codes; null means all.
  subjects   text[],
  -- Null: the nightly round, or the round of an administrator whose account was erased.
  started_by uuid references users on delete set null,
  created_at timestamptz not null,
  -- Time until which failed proposals are planned again.
  ends_at    timestamptz not null,
  planned_at timestamptz,
  ended_at   timestamptz,
  constraint rounds_end_is_whole check ((state = 'running') = (ended_at is null))
);
create unique index rounds_one_running on rounds ((true)) where state = 'running';

-- Strata of a running round that are due to be planned: all at its start, and again after a proposal failed. Inserted
-- in the transaction in which the proposal fails, deleted in the one that proposes again.
create table round_plans_due (
  round_id uuid not null references rounds on delete cascade,
  -- Subject, class level and category; the empty text means every stratum.
  stratum  text not null,
  due_at   timestamptz not null,
  primary key (round_id, stratum)
);

create table agreements (
  -- A UUIDv7 created at created_at.
  id           uuid primary key,
  state        text not null default 'proposed' check (state in
               ('proposed', 'agreed', 'in_progress', 'completed', 'declined', 'lapsed', 'superseded', 'broken')),
  source       text not null check (source in ('teacher', 'round')),
  round_id     uuid references rounds on delete set null,
  proposed_by  uuid references users on delete set null,
  size         smallint not null check (size between 2 and 10),
  subject      text not null,
  class_range  text not null,
  category     text,
  -- Ids of the requests, sorted: at most one open proposal of the same group.
  requests_key text not null,
  created_at   timestamptz not null,
  deadline     timestamptz not null check (deadline > created_at),
  -- Set if all members said yes, but an earlier yes of a teacher holds a request until this time.
  waits_until  timestamptz,
  agreed_at    timestamptz,
  submitted_at timestamptz,
  ended_at     timestamptz,
  reason       text,
  ended_by     uuid references users on delete set null,
  unique (id, state),
  constraint agreements_of_round_has_no_proposer check (source = 'teacher' or proposed_by is null),
  constraint agreements_agreed_is_whole check (state not in ('agreed', 'in_progress', 'completed', 'broken') or agreed_at is not null),
  constraint agreements_submitted_is_whole check (state not in ('in_progress', 'completed') or submitted_at is not null),
  constraint agreements_end_is_whole check ((state in ('proposed', 'agreed', 'in_progress')) = (ended_at is null)),
  constraint agreements_reason_is_whole check (state not in ('declined', 'lapsed', 'superseded', 'broken') or reason is not null)
);
create unique index agreements_one_proposal on agreements (requests_key) where state = 'proposed';
create index agreements_by_deadline on agreements (deadline) where state = 'proposed';
create index agreements_waiting on agreements (waits_until) where state = 'proposed' and waits_until is not null;
create index agreements_by_round on agreements (round_id) where round_id is not null;
create index agreements_by_proposer on agreements (proposed_by, created_at) where proposed_by is not null;
create index agreements_by_ender on agreements (ended_by) where ended_by is not null;

create table agreement_members (
  agreement_id uuid not null,
  -- Position in the ring: each member takes the place of the next one.
  position     smallint not null check (position between 0 and 9),
  -- State of the agreement, copied by the foreign key.
  state        text not null,
  -- Null: the account or the request was deleted.
  user_id      uuid references users on delete set null,
  request_id   uuid references requests on delete set null,
  from_block   text not null,
  to_block     text not null,
  answer       text not null default 'open' check (answer in ('open', 'yes', 'no')),
  answered_at  timestamptz,
  -- True if a yes to this place was remembered when the proposal was created.
  is_prefilled boolean not null default false,
  -- Time until which a yes keeps other proposals of the request waiting.
  held_until   timestamptz,
  primary key (agreement_id, position),
  foreign key (agreement_id, state) references agreements (id, state) on update cascade on delete cascade,
  constraint agreement_members_once unique (agreement_id, user_id),
  constraint agreement_members_answer_is_whole check ((answer = 'open') = (answered_at is null))
);
-- A teacher and a request are bound at most once, even if two servers write at the same time.
create unique index agreement_members_teacher_bound on agreement_members (user_id)
  where state in ('agreed', 'in_progress');
create unique index agreement_members_request_bound on agreement_members (request_id)
  where state in ('agreed', 'in_progress');
create index agreement_members_by_user on agreement_members (user_id, agreement_id desc);
create index agreement_members_by_request on agreement_members (request_id, state);

-- One row per step, with the member who took it and the time.
create table agreement_steps (
  id           uuid primary key,
  agreement_id uuid not null references agreements on delete cascade,
  user_id      uuid references users on delete set null,
  kind         text not null check (kind in
               ('proposed', 'yes', 'no', 'leave', 'submitted', 'otp', 'ordered', 'joined', 'end', 'agreed', 'completed')),
  reason       text,
  -- Text of a member about a no or about leaving; only administrators read it.
  words        text check (char_length(words) <= 300),
  happened_at  timestamptz not null
);
create index agreement_steps_by_agreement on agreement_steps (agreement_id, id);
create index agreement_steps_by_user on agreement_steps (user_id) where user_id is not null;
create unique index agreement_steps_ticked_once on agreement_steps (agreement_id, user_id, kind)
  where kind in ('otp', 'ordered', 'joined');

create table agreement_messages (
  id           uuid primary key,
  agreement_id uuid not null references agreements on delete cascade,
  user_id      uuid references users on delete cascade,
  message      text not null check (char_length(message) between 1 and 500),
  created_at   timestamptz not null
);
create index agreement_messages_by_agreement on agreement_messages (agreement_id, id);
create index agreement_messages_by_user on agreement_messages (user_id);

-- Places to which a teacher has said yes, and not no since then.
create table remembered_yes (
  user_id  uuid not null references users on delete cascade,
  to_block text not null,
  given_at timestamptz not null,
  primary key (user_id, to_block)
);
