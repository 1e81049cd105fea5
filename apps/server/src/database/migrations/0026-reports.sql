-- Reports of teachers about each other, and the administrator's decisions. A report is deleted with either account.
create table reports (
  -- A UUIDv7 created at created_at.
  id             uuid primary key,
  reporter_id    uuid not null references users on delete cascade,
  reported_id    uuid not null references users on delete cascade,
  reason         text not null check (reason in ('money', 'identity', 'abuse', 'spam', 'other')),
  words          text check (char_length(words) between 1 and 500),
  -- Subject of the report, if it still exists.
  request_id     uuid references requests on delete set null,
  alert_id       uuid references alerts on delete set null,
  created_at     timestamptz not null,
  decision       text check (decision in ('upheld', 'dismissed')),
  decision_words text,
  -- Null also if that administrator's account was erased.
  decided_by     uuid references users on delete set null,
  decided_at     timestamptz,
  constraint reports_another check (reporter_id <> reported_id),
  constraint reports_decision_is_whole check (
    (decision is null) = (decided_at is null) and (decision is null) = (decision_words is null)
  )
);
create unique index reports_one_open on reports (reporter_id, reported_id) where decided_at is null;
create index reports_open on reports (id) where decided_at is null;
create index reports_decided on reports (decided_at desc) where decided_at is not null;
create index reports_by_reporter on reports (reporter_id, created_at);
create index reports_by_reported on reports (reported_id);
create index reports_by_request on reports (request_id) where request_id is not null;
create index reports_by_alert on reports (alert_id) where alert_id is not null;
create index reports_by_decider on reports (decided_by) where decided_by is not null;
