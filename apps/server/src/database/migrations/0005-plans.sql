-- Statewide plans: the rings of all active requests that move the most teachers.

create table plans (
  -- A UUIDv7 created at created_at.
  id           uuid primary key,
  status       text not null default 'queued'
               check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  max_ring     smallint not null check (max_ring between 2 and 10),
  survival     double precision not null check (survival > 0 and survival <= 1),
  progress     double precision not null default 0 check (progress between 0 and 1),
  -- Null: the nightly plan, or the plan of an administrator whose account was erased.
  requested_by uuid references users on delete set null,
  created_at   timestamptz not null,
  started_at   timestamptz,
  -- Heartbeat by the clock of the database, which all servers share: after a minute without one, no process computes
  -- the plan.
  heartbeat_at timestamptz,
  finished_at  timestamptz,
  -- PlanFigures of packages/domain.
  figures      jsonb,
  -- Reason for a failure, for the operator of the server.
  error        text,
  constraint plans_running_has_heartbeat check (status <> 'running' or heartbeat_at is not null),
  constraint plans_end_is_whole check ((status in ('queued', 'running')) = (finished_at is null)),
  constraint plans_completed_has_figures check ((status = 'completed') = (figures is not null))
);
create unique index plans_one_under_way on plans ((true)) where status in ('queued', 'running');
create index plans_completed on plans (finished_at desc) where status = 'completed';
create index plans_by_requester on plans (requested_by) where requested_by is not null;

-- The rings of completed plans, a thousand per row: ids of teachers, stratum and posting, compressed. Names and
-- contact are read when the rings are presented, so nothing of a person remains here after the account is erased.
create table plan_rings (
  plan_id uuid not null references plans on delete cascade,
  lot     integer not null check (lot >= 0),
  rings   bytea not null,
  primary key (plan_id, lot)
);
