-- People, their sessions, their transfer requests, and the columns that lists and matches read.
-- Places, subjects and class levels are stored as the codes of packages/domain; ids are UUIDv7 created by the server.

create table users (
  id                uuid primary key,
  email             text not null constraint users_email_key unique check (email = lower(email)),
  phone             text constraint users_phone_key unique check (phone ~ '^[6-9][0-9]{9}$'),
  password_hash     text not null,
  name              text not null check (char_length(name) between 2 and 80),
  role              text not null default 'teacher' check (role in ('teacher', 'admin')),
  is_active         boolean not null default true,
  school_name       text,
  district          text,
  block             text,
  desired_district  text,
  desired_block     text,
  subject           text,
  class_range       text check (class_range in ('1-5', '6-8', '9-10', '11-12')),
  category          text check (category in ('regular', 'special', 'school')),
  recruitment_batch text check (recruitment_batch in ('TRE 1', 'TRE 2', 'TRE 3')),
  -- Union of the fields that any active or pending request of the person hides: see members/projections.ts, the only
  -- writer.
  hide_name         boolean not null default false,
  hide_phone        boolean not null default false,
  hide_email        boolean not null default false,
  hide_school_name  boolean not null default false,
  paid_at           timestamptz,
  paid_rupees       integer check (paid_rupees >= 0),
  created_at        timestamptz not null,
  constraint users_teacher_is_whole check (
    role = 'admin'
    or (phone is not null and school_name is not null and district is not null and block is not null
        and desired_district is not null and subject is not null and class_range is not null)
  ),
  constraint users_batch_of_school_teacher check (recruitment_batch is null or category = 'school'),
  constraint users_payment_is_whole check ((paid_at is null) = (paid_rupees is null))
);

create table sessions (
  id              uuid primary key,
  user_id         uuid not null references users on delete cascade,
  impersonator_id uuid references users on delete cascade,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  ended_at        timestamptz
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_impersonator on sessions (impersonator_id) where impersonator_id is not null;

create table captchas (
  token      uuid primary key,
  answer     smallint not null,
  expires_at timestamptz not null
);
create index captchas_by_expiry on captchas (expires_at);

create table payment_settings (
  -- The table has one row, because the key can only be true.
  id                  boolean primary key default true check (id),
  is_payment_required boolean not null default false,
  payment_amount      integer not null default 10 check (payment_amount >= 0)
);
insert into payment_settings default values;

create table requests (
  -- A UUIDv7 created at created_at, so that order by id is order by age, with ties resolved by id.
  id                 uuid primary key,
  user_id            uuid not null references users on delete cascade,
  desired_district   text not null,
  desired_block      text,
  subject            text not null,
  class_range        text not null check (class_range in ('1-5', '6-8', '9-10', '11-12')),
  reason             text not null check (char_length(reason) between 1 and 500),
  additional_info    text not null check (char_length(additional_info) between 1 and 1000),
  urgency            text not null check (urgency in ('low', 'medium', 'high')),
  contact_preference text not null check (contact_preference in ('email', 'phone', 'both')),
  status             text not null default 'active'
                     check (status in ('active', 'pending', 'completed', 'withdrawn', 'expired')),
  hide_name          boolean not null,
  hide_phone         boolean not null,
  hide_email         boolean not null,
  hide_school_name   boolean not null,
  created_at         timestamptz not null,
  expires_at         timestamptz not null,
  -- True if the owner's account is active: copied here so that lists need not read users.
  owner_is_active    boolean not null default true,
  listed             boolean not null generated always as (status = 'active' and owner_is_active) stored,
  -- Words that every reader of the list may search: see members/projections.ts, the only writer.
  search             tsvector not null default ''
);
create unique index requests_one_active_wish
  on requests (user_id, desired_district, coalesce(desired_block, ''), subject, class_range)
  where status = 'active';
create index requests_by_user on requests (user_id, id desc);

-- Indexes of the public list, newest first, and of each filter. The other filters are included columns, so the index
-- alone answers any combination of filters and counts its rows.
create index requests_listed on requests (id desc)
  include (desired_district, desired_block, subject, class_range, urgency) where listed;
create index requests_listed_by_place on requests (desired_district, desired_block, id desc)
  include (subject, class_range, urgency) where listed;
create index requests_listed_by_district on requests (desired_district, id desc)
  include (desired_block, subject, class_range, urgency) where listed;
create index requests_listed_by_subject on requests (subject, class_range, id desc)
  include (desired_district, desired_block, urgency) where listed;
create index requests_listed_by_subject_only on requests (subject, id desc)
  include (desired_district, desired_block, class_range, urgency) where listed;
create index requests_listed_by_class on requests (class_range, id desc)
  include (desired_district, desired_block, subject, urgency) where listed;
create index requests_listed_by_urgency on requests (urgency, id desc)
  include (desired_district, desired_block, subject, class_range) where listed;
create index requests_listed_by_word on requests using gin (search) where listed;

-- Offers that can be matched: each active request, and the registered wish of a teacher without an active or pending
-- request.
create table offers (
  request_id    uuid references requests on delete cascade,
  user_id       uuid not null references users on delete cascade,
  subject       text not null,
  class_range   text not null,
  category      text,
  from_district text not null,
  from_block    text not null,
  to_district   text not null,
  to_block      text,
  offered_at    timestamptz not null
);
create unique index offers_by_user on offers (user_id, request_id) nulls not distinct;
create index offers_by_request on offers (request_id) where request_id is not null;

-- Candidates for a match: teachers posted in a desired place, and teachers who want to come to a posting.
create index offers_by_posting on offers (subject, class_range, from_district)
  include (user_id, request_id, category, from_block, to_district, to_block, offered_at);
create index offers_by_wish on offers (subject, class_range, to_district)
  include (user_id, request_id, category, from_district, from_block, to_block, offered_at);

-- Counters of rate-limiter-flexible, shared by all server processes.
create table rate_limits (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_by_expiry on rate_limits (expire);
