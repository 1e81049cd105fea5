-- Seasons of transfers with their timetables, the consents of teachers, and the teachers whom each round asked and
-- included in its plan.

create table seasons (
  -- A UUIDv7 created at created_at.
  id             uuid primary key,
  name           text not null check (char_length(name) between 1 and 120),
  -- The order on which the season is based.
  order_name     text not null check (char_length(order_name) between 1 and 300),
  opens_at       timestamptz not null,
  list_closes_at timestamptz not null,
  closed_at      timestamptz not null,
  -- `before`: teachers consent before the plan, and silence agrees. `after`: teachers answer proposals.
  consent        text not null check (consent in ('before', 'after')),
  -- True if relieving is a separate step.
  relieving      boolean not null default false,
  -- Time at which all teachers with a request had been asked for their consent; null until then.
  asked_at       timestamptz,
  created_by     uuid references users on delete set null,
  created_at     timestamptz not null,
  constraint seasons_in_order check (opens_at < list_closes_at and list_closes_at <= closed_at),
  -- At most one is open at any time.
  constraint seasons_one_open exclude using gist (tstzrange(opens_at, closed_at) with &&)
);

create table season_rounds (
  season_id     uuid not null references seasons on delete cascade,
  -- From 1.
  number        smallint not null check (number >= 1),
  asked_from    timestamptz not null,
  proposals_at  timestamptz not null,
  answers_until timestamptz not null,
  -- Null until the round starts. Rounds whose start was missed share the round that was started for them later.
  round_id      uuid references rounds on delete set null,
  primary key (season_id, number),
  constraint season_rounds_in_order check (asked_from <= proposals_at and proposals_at < answers_until)
);
create index season_rounds_to_start on season_rounds (asked_from) where round_id is null;
create index season_rounds_by_round on season_rounds (round_id) where round_id is not null;

-- One row per teacher who was asked or consented.
create table season_consents (
  id           uuid primary key,
  season_id    uuid not null references seasons on delete cascade,
  user_id      uuid not null references users on delete cascade,
  asked_at     timestamptz,
  given_at     timestamptz,
  withdrawn_at timestamptz,
  -- The sentence that the teacher agreed to.
  sentence     text check (char_length(sentence) <= 2000),
  unique (season_id, user_id),
  constraint season_consents_given_is_whole check ((given_at is null) = (sentence is null))
);
create index season_consents_by_user on season_consents (user_id);
create index season_consents_standing on season_consents (season_id) where given_at is not null and withdrawn_at is null;

alter table rounds
  -- The season in which the round was held.
  add column season_id uuid references seasons on delete set null,
  -- Number of the round in the season's timetable; null for one that an administrator started.
  add column number smallint,
  -- Codes of the districts whose teachers take part; null means all.
  add column districts text[],
  -- True if the round plans with consents, so that silence counts as a yes.
  add column silence_agrees boolean not null default false,
  -- Deadline of the proposals of the first plan; null for the hours of the round.
  add column answers_until timestamptz;
create index rounds_by_season on rounds (season_id) where season_id is not null;
-- An administrator may start a round beside the round of the timetable.
drop index rounds_one_running;
create unique index rounds_one_running on rounds ((true)) where state = 'running' and number is null;
create unique index rounds_one_of_timetable on rounds ((true)) where state = 'running' and number is not null;

create table round_teachers (
  round_id uuid not null references rounds on delete cascade,
  user_id  uuid not null references users on delete cascade,
  -- Codes at the time of the round.
  district text not null,
  subject  text not null,
  -- Time at which the teacher was asked whether they are ready; null if they were ready before.
  asked_at timestamptz,
  -- Time of the first plan of the round that included the teacher.
  ready_at timestamptz,
  primary key (round_id, user_id)
);
create index round_teachers_by_user on round_teachers (user_id);

alter table agreements
  -- True if members who have not objected by the deadline agree.
  add column silence_agrees boolean not null default false;
alter table agreement_members
  -- The consent on which the silent member's yes is based.
  add column consent_id uuid references season_consents on delete set null;
create index agreement_members_by_consent on agreement_members (consent_id) where consent_id is not null;
alter table agreement_steps
  add column consent_id uuid references season_consents on delete set null,
  drop constraint agreement_steps_kind_check,
  add constraint agreement_steps_kind_check check (kind in
    ('proposed', 'yes', 'no', 'silence', 'leave', 'submitted', 'otp', 'ordered', 'joined', 'end', 'agreed', 'completed',
     'extended', 'undone', 'record_moved'));
create index agreement_steps_by_consent on agreement_steps (consent_id) where consent_id is not null;
