-- Statewide plans: which rings of all active requests move the most teachers.

create table plans (
  -- A UUIDv7 minted at created_at.
  id           uuid primary key,
  status       text not null default 'queued'
               check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  max_ring     smallint not null check (max_ring between 2 and 10),
  survival     double precision not null check (survival > 0 and survival <= 1),
  progress     double precision not null default 0 check (progress between 0 and 1),
  -- Null: the plan of the night, or of an administrator whose account is gone.
  requested_by uuid references users on delete set null,
  created_at   timestamptz not null,
  started_at   timestamptz,
  -- By the clock of the database, which all servers share: a running plan without one for a minute has nobody who works on it.
  heartbeat_at timestamptz,
  finished_at  timestamptz,
  -- PlanFigures of packages/domain.
  figures      jsonb,
  -- Why it failed, for whoever runs the server.
  error        text,
  constraint plans_running_has_heartbeat check (status <> 'running' or heartbeat_at is not null),
  constraint plans_end_is_whole check ((status in ('queued', 'running')) = (finished_at is null)),
  constraint plans_completed_has_figures check ((status = 'completed') = (figures is not null))
);
create unique index plans_one_under_way on plans ((true)) where status in ('queued', 'running');
create index plans_completed on plans (finished_at desc) where status = 'completed';
create index plans_by_requester on plans (requested_by) where requested_by is not null;

-- The rings of completed plans, a thousand a row: ids of teachers, stratum and posting, compressed. What is known of the
-- teachers is read when the rings are, so that nothing of a person stays here after their account is gone.
create table plan_rings (
  plan_id uuid not null references plans on delete cascade,
  lot     integer not null check (lot >= 0),
  rings   bytea not null,
  primary key (plan_id, lot)
);
