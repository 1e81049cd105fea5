-- Trials of changed rules: the plan that the requests at the time of the trial would give. A trial changes no rule.
create table rule_trials (
  -- A UUIDv7 created at created_at.
  id           uuid primary key,
  -- Rules of the day of the trial, and the changed ones.
  rules        jsonb not null,
  requested_by uuid references users on delete set null,
  created_at   timestamptz not null,
  finished_at  timestamptz,
  -- Null while the trial runs, and if it failed.
  figures      jsonb,
  constraint rule_trials_end_is_whole check (figures is null or finished_at is not null)
);
create unique index rule_trials_one_runs on rule_trials ((true)) where finished_at is null;
create index rule_trials_by_requester on rule_trials (requested_by) where requested_by is not null;
