-- Announcements of administrators. Their notices are created in batches: `sent_after` is the last teacher who has one. Notices of a withdrawn
-- announcement are deleted in batches, until `cleared_at`.
create table announcements (
  id uuid primary key,
  texts jsonb not null,
  districts text[],
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  sent_after uuid,
  sent_count integer not null default 0,
  sent_at timestamptz,
  withdrawn_at timestamptz,
  cleared_at timestamptz
);
create index announcements_to_send on announcements (starts_at) where sent_at is null and withdrawn_at is null;
create index announcements_to_clear on announcements (withdrawn_at) where withdrawn_at is not null and cleared_at is null;
create index announcements_by_end on announcements (ends_at) where withdrawn_at is null;
create index announcements_by_creator on announcements (created_by) where created_by is not null;
create index alerts_of_announcement on alerts ((details ->> 'announcementId')) where kind = 'announcement';
