-- The whole schema, which is migration 1 (migrate.ts). It is edited until the first release; after it, a change is a file of
-- migrations/, numbered from 0002.
--
-- Ids are UUIDv7 that the server creates at `created_at`, so order by id is order by age. Places, subjects, class levels and
-- kinds are codes of packages/domain. docs/tables.md names the folder that writes each table.

-- People -----------------------------------------------------------------------------------------------------------------

-- Writes each letter in Devanagari as an ASCII letter: pg_trgm finds no letters in Devanagari in a database with the locale C.
-- Most texts are ASCII, for which the comparisons of `translate` (up to a hundred a letter) are unnecessary. The function is
-- not strict, because PostgreSQL does not inline a strict function that contains a `case`.
do $$
declare
  devanagari constant text := (select string_agg(chr(code), '' order by code) from generate_series(x'900'::int, x'97f'::int) as code);
  letters constant text := left(repeat('abcdefghijklmnopqrstuvwxyz0123456789', 4), length(devanagari));
begin
  execute format(
    'create function search_letters(words text) returns text language sql immutable parallel safe
      return case when octet_length(words) = char_length(words) then lower(words) else translate(lower(words), %L, %L) end',
    devanagari, letters
  );
end
$$;

-- Letters of all values by which administrators find a person, one value a line. Searches compare the values of the rows that
-- the index finds. One value instead of four reads one list per three letters, and a registration writes fewer entries.
create function person_search_letters(name text, email text, phone text, school_name text) returns text language sql immutable parallel safe
  return search_letters(name) || E'\n' || search_letters(email) || E'\n' || coalesce(phone, '') || E'\n'
    || coalesce(search_letters(school_name), '');

-- Teachers and administrators.
create table users (
  id                   uuid primary key,
  role                 text not null default 'teacher' check (role in ('teacher', 'admin')),
  is_active            boolean not null default true,
  email                text not null constraint users_email_key unique check (email = lower(email)),
  -- Time at which the mailbox confirmed the address by a link; until then nothing else is mailed to it. A trigger clears these times when
  -- the address changes.
  email_confirmed_at   timestamptz,
  -- Time at which the mailbox stopped its mails by a link. Only a link to the mailbox starts them again.
  email_stopped_at     timestamptz,
  -- Time at which the mail provider reported that the address takes no mail. A link to the mailbox, or another address, starts them again.
  email_bounced_at     timestamptz,
  phone                text constraint users_phone_key unique check (phone ~ '^[6-9][0-9]{9}$'),
  -- Time at which another teacher proved to own the phone number and took it over. The account then has no number until its
  -- owner enters another.
  phone_claimed_at     timestamptz,
  -- True if an office set the number: then only a code verifies the teacher.
  phone_set_by_office  boolean not null default false,
  password_hash        text not null,
  -- True for a first password of an administrator that another person made.
  password_is_temporary boolean not null default false,
  -- Second factor of an administrator. Its secret is a keyed hash of the salt, so a copy of the database makes no codes. It is on from
  -- `factor_on_at`; `factor_step` is the latest 30 seconds whose code was used; the recovery codes are hashes.
  factor_salt          uuid,
  -- Salt of a secret that is being set up. It replaces the other one with the first right code.
  factor_new_salt      uuid,
  factor_on_at         timestamptz,
  factor_step          bigint,
  recovery_codes       text[] not null default '{}',
  name                 text not null check (char_length(name) between 2 and 80),
  -- Posting and registered wish of a teacher.
  school_name          text,
  district             text,
  block                text,
  desired_district     text,
  desired_block        text,
  subject              text,
  class_range          text check (class_range in ('1-5', '6-8', '9-10', '11-12')),
  category             text check (category in ('regular', 'special', 'school')),
  recruitment_batch    text check (recruitment_batch in ('TRE 1', 'TRE 2', 'TRE 3')),
  -- Day on which the teacher joined the present school, in India's time. No other teacher sees it.
  joined_on            date,
  -- The department's number and the designation, as the teacher, an office or a staff list states them. The number is not unique, because a number
  -- stated by a stranger must not prevent its owner from stating it.
  teacher_id           text,
  designation          text,
  -- `own_hide_…`: settings of the person. `hide_…`: fields hidden from others, which are the union of these settings with
  -- the settings of the active and pending requests. Only people/projections.ts writes them.
  own_hide_name        boolean not null default false,
  own_hide_phone       boolean not null default false,
  own_hide_email       boolean not null default false,
  own_hide_school_name boolean not null default false,
  hide_name            boolean not null default false,
  hide_phone           boolean not null default false,
  hide_email           boolean not null default false,
  hide_school_name     boolean not null default false,
  -- How the person wants to be contacted, as stated with the latest request that stated it. Preselects later requests.
  contact_preference   text check (contact_preference in ('phone', 'email', 'both')),
  -- True once the person has posted a request: the registered wish is no longer matched then.
  has_posted           boolean not null default false,
  -- The verification belongs to a name and a phone number: a trigger removes it when either changes. `verified_note` is the
  -- evidence that the administrator noted.
  verified_at          timestamptz,
  verified_how         text check (verified_how in ('administrator', 'phone_code')),
  verified_by          uuid references users on delete set null,
  verified_note        text,
  paid_at              timestamptz,
  paid_rupees          integer check (paid_rupees >= 0),
  -- Codes of the districts that an administrator is limited to; null for administrators of the state, and for teachers.
  administers          text[],
  -- Office of an administrator, which decisions print beside the designation.
  office               text check (char_length(office) <= 120),
  -- Language of the last sign-in, in which messages are sent.
  language             text,
  -- Time of the last sign-in; a registration is one. Null for an account that was made in another way.
  signed_in_at         timestamptz,
  -- Kind of the shared link through which a teacher registered.
  came_by              text check (came_by in ('invitation', 'missing')),
  -- True for an account of the demo data, whose password is public. Production does not start while there is one.
  is_demo              boolean not null default false,
  created_at           timestamptz not null,
  -- Stored, because PostgreSQL compares it again for each row that the index finds: computed then, a search takes three times as long.
  search_letters       text not null generated always as (person_search_letters(name, email, phone, school_name)) stored,
  constraint users_teacher_is_whole check (
    role = 'admin'
    or ((phone is not null or phone_claimed_at is not null) and school_name is not null and district is not null
        and block is not null and desired_district is not null and subject is not null and class_range is not null)
  ),
  constraint users_batch_of_school_teacher check (recruitment_batch is null or category = 'school'),
  constraint users_verification_is_whole check ((verified_at is null) = (verified_how is null)),
  constraint users_payment_is_whole check ((paid_at is null) = (paid_rupees is null)),
  constraint users_administers_districts check (administers is null or (role = 'admin' and cardinality(administers) > 0))
);
-- Lists of administrators read a page at a time, in both directions; those of a district, all of its teachers.
create index users_by_name on users (lower(name), id) where role = 'teacher';
create index users_by_subject on users (subject, id) where role = 'teacher';
create index users_by_school on users (lower(school_name), id) where role = 'teacher';
create index users_by_district on users (district, id) where role = 'teacher';
-- Counts of teachers and their days of registration read only this index; without the included columns they would read the
-- whole table.
create index users_newest on users (id desc) include (created_at, is_active, paid_at, verified_at, came_by)
  where role = 'teacher';
-- Figures count each day by a range of it.
create index users_by_day on users (created_at) include (came_by) where role = 'teacher';
-- Without this index the count of all teachers reads an index eight times as large.
create index users_by_role on users (role, is_active);
create index users_paid on users (paid_at desc, id desc) where paid_at is not null;
create index users_teacher_id on users (upper(replace(teacher_id, ' ', ''))) where teacher_id is not null;
create index users_demo on users (id) where is_demo;
create index users_by_verifier on users (verified_by) where verified_by is not null;

create function take_mark_of_changed() returns trigger language plpgsql as $$
begin
  new.verified_at := null;
  new.verified_how := null;
  new.verified_by := null;
  new.verified_note := null;
  return new;
end
$$;
create trigger users_mark_of_changed before update of name, phone on users for each row
when (
  (old.name, old.phone) is distinct from (new.name, new.phone)
  and old.verified_at is not null and old.verified_at is not distinct from new.verified_at
)
execute function take_mark_of_changed();

create function forget_confirmed_email() returns trigger language plpgsql as $$
begin
  new.email_confirmed_at := null;
  new.email_stopped_at := null;
  new.email_bounced_at := null;
  return new;
end
$$;
create trigger users_email_changed before update of email on users for each row
when (old.email <> new.email)
execute function forget_confirmed_email();

-- The extension may not be installed or allowed, or not be on the search path. The search then reads all accounts.
do $$
begin
  create extension if not exists pg_trgm;
  create index users_search on users using gin (search_letters gin_trgm_ops);
exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
  raise warning 'Without the extension pg_trgm, searching people reads all accounts (see docs/operations.md): %', sqlerrm;
end
$$;

-- Earlier names of people, so that the audit log shows names as they were at the time. Deleted with the account.
create table former_names (
  user_id uuid not null references users on delete cascade,
  name    text not null,
  -- Time at which this name was replaced.
  until   timestamptz not null,
  primary key (user_id, until)
);

-- Registration data of erased accounts, encrypted by age for the holder of a key that no process of the product has.
create table sealed_records (
  id         uuid primary key,
  sealed     text not null check (sealed like '-----BEGIN AGE ENCRYPTED FILE-----%'),
  created_at timestamptz not null
);

-- A block applies in both directions: neither teacher can write or propose to the other, and they are no matches.
create table blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  constraint blocks_another check (blocker_id <> blocked_id)
);
create index blocks_by_blocked on blocks (blocked_id);

-- Versions of the privacy notice, each from the first start of a server that shows it.
create table privacy_notices (
  version      text primary key,
  published_at timestamptz not null
);

-- Versions that people accepted.
create table notice_consents (
  user_id  uuid not null references users on delete cascade,
  version  text not null references privacy_notices,
  given_at timestamptz not null,
  primary key (user_id, version)
);

-- Sign-in ----------------------------------------------------------------------------------------------------------------

-- A session of an administrator as a teacher ends with the administrator's own session that started it.
create table sessions (
  id                       uuid primary key,
  user_id                  uuid not null references users on delete cascade,
  impersonator_id          uuid references users on delete cascade,
  administrator_session_id uuid references sessions on delete cascade,
  created_at               timestamptz not null,
  expires_at               timestamptz not null,
  ended_at                 timestamptz,
  constraint sessions_impersonation_is_whole check ((impersonator_id is null) = (administrator_session_id is null))
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_age on sessions (created_at);
create index sessions_by_impersonator on sessions (impersonator_id) where impersonator_id is not null;
create index sessions_by_administrator_session on sessions (administrator_session_id)
  where administrator_session_id is not null;

create table captchas (
  token      uuid primary key,
  answer     smallint not null,
  -- True if it cost a proof of work. The form that it is sent with needs no second one.
  is_proved  boolean not null default false,
  expires_at timestamptz not null
);
create index captchas_by_expiry on captchas (expires_at);

-- Links for a new password: one per person, the latest one requested.
create table password_links (
  user_id    uuid primary key references users on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null
);

-- Codes sent to phones, stored as keyed hashes of number and code. They expire by the clock of the database.
create table phone_codes (
  phone_seal text primary key,
  code_seal  text not null,
  tries      integer not null default 0,
  expires_at timestamptz not null
);
create index phone_codes_by_expiry on phone_codes (expires_at);

-- SMS of the last months, and what the provider reported of each. It has no number, and no account for a code that a visitor requested:
-- a number may be of another teacher, whose SMS the office of this one must not see.
create table sent_sms (
  id         uuid primary key,
  -- The provider's id of the message, once it accepted it.
  request_id text unique,
  -- The account for which it was sent.
  user_id    uuid references users on delete cascade,
  kind       text not null,
  sent_at    timestamptz not null,
  state      text not null default 'sending' check (state in ('sending', 'accepted', 'delivered', 'failed')),
  state_at   timestamptz not null,
  -- Why it was not delivered, in the words of the provider.
  reason     text
);
create index sent_sms_of_user on sent_sms (user_id, sent_at desc) where user_id is not null;
create index sent_sms_by_age on sent_sms (sent_at);

-- Requests and offers ----------------------------------------------------------------------------------------------------

create table requests (
  id                     uuid primary key,
  user_id                uuid not null references users on delete cascade,
  desired_district       text not null,
  desired_block          text,
  subject                text not null,
  class_range            text not null check (class_range in ('1-5', '6-8', '9-10', '11-12')),
  reason                 text not null check (char_length(reason) between 1 and 500),
  additional_info        text not null check (char_length(additional_info) between 1 and 1000),
  urgency                text not null check (urgency in ('low', 'medium', 'high')),
  contact_preference     text not null check (contact_preference in ('email', 'phone', 'both')),
  -- `held`: its text waits for an administrator, because it has a phone number, a link or a sum of money.
  status                 text not null default 'active'
                         check (status in ('active', 'pending', 'completed', 'withdrawn', 'expired', 'held')),
  hide_name              boolean not null,
  hide_phone             boolean not null,
  hide_email             boolean not null,
  hide_school_name       boolean not null,
  -- Rank among the active requests of its teacher, 1 for the first choice. Requests without a rank follow.
  own_rank               smallint,
  -- Time until which the teacher is ready to take the place.
  ready_until            timestamptz,
  -- Answers yes automatically for a place to which the teacher has said yes before.
  accept_for_me          boolean not null default false,
  created_at             timestamptz not null,
  expires_at             timestamptz not null,
  completed_at           timestamptz,
  -- A request that an agreement completed is a record. Its owner can hide it from their own list.
  is_hidden              boolean not null default false,
  -- Time at which the text was held, and the texts when the request was last listed, which return if the administrator
  -- refuses the new ones. The texts are null for a request that was never listed.
  held_at                timestamptz,
  former_reason          text,
  former_additional_info text,
  -- Block that the owner left by a joining, with the school and the day on which they had joined it. The office restores them
  -- when it undoes the joining. Null if the joining changed no posting: the member had stated the new one before.
  left_block             text,
  left_school            text,
  left_school_joined_on  date,
  -- Columns copied from the account and derived for lists. Only people/projections.ts writes them.
  owner_is_active        boolean not null default true,
  owner_verified         text not null default 'no' check (owner_verified in ('yes', 'no')),
  from_district          text,
  from_block             text,
  -- Words that every reader of the list may search.
  search                 tsvector not null default '',
  -- True if the owner has a newer active request. Lists show these after the newest request of every teacher, so that no
  -- teacher fills the first page.
  stands_back            boolean not null default false,
  listed                 boolean not null generated always as (status = 'active' and owner_is_active) stored,
  constraint requests_held_is_whole check (status <> 'held' or held_at is not null)
);
create unique index requests_one_active_wish
  on requests (user_id, desired_district, coalesce(desired_block, ''), subject, class_range)
  where status = 'active';
create index requests_by_user on requests (user_id, id desc);
create index requests_by_day on requests (created_at);
create index requests_listed on requests (stands_back, id desc) where listed;
create index requests_ready on requests (ready_until) where listed and ready_until is not null;
-- Two jobs ask every minute which active requests expire. Without this index each reads every active request.
create index requests_active_until on requests (expires_at) where status = 'active';
create index requests_pending on requests (id) where status = 'pending';
create index requests_held on requests (id) where status = 'held';
create index requests_left on requests (id) where left_block is not null;
create index requests_ended on requests (greatest(expires_at, completed_at)) where status in ('completed', 'withdrawn', 'expired');

-- Teachers who moved without an agreement of the product and declared it by completing their request. A row outlives its
-- request and its account, because past figures do not change. Completions by agreement are rows of `agreements`.
create table declared_completions (
  id           uuid primary key default gen_random_uuid(),
  request_id   uuid unique references requests on delete set null,
  completed_at timestamptz not null
);
create index declared_completions_by_time on declared_completions (completed_at);

-- Offers that can be matched: each active request, and the registered wish of a teacher who has never posted one.
create table offers (
  request_id      uuid references requests on delete cascade,
  user_id         uuid not null references users on delete cascade,
  subject         text not null,
  class_range     text not null,
  category        text,
  joined_on       date,
  from_district   text not null,
  from_block      text not null,
  to_district     text not null,
  to_block        text,
  offered_at      timestamptz not null,
  -- The person has an earlier offer with this subject and class level. People are counted without these rows.
  repeats_posting boolean not null default false,
  -- The person has an earlier such offer that also leads to the same district.
  repeats_wish    boolean not null default false
);
create unique index offers_by_user on offers (user_id, request_id) nulls not distinct;
create index offers_by_request on offers (request_id) where request_id is not null;
-- Candidates for a match: teachers posted in a desired place, and teachers who want to come to a posting. A match reads only
-- offers of the same category or of none; a pair only those that lead in the opposite direction.
create index offers_by_posting on offers (subject, class_range, from_district, coalesce(category, ''), to_district)
  include (user_id, request_id, category, from_block, to_block, offered_at, repeats_posting, repeats_wish);
create index offers_by_wish on offers (subject, class_range, to_district, coalesce(category, ''), from_district)
  include (user_id, request_id, category, from_block, to_block, offered_at, repeats_posting, repeats_wish);

-- Requests whose offer is new, until the teachers concerned have been notified: some minutes after a server first saw the
-- offer following its last change.
create table offers_to_announce (
  request_id uuid primary key references requests on delete cascade,
  offered_at timestamptz not null,
  seen_at    timestamptz
);
create index offers_to_announce_by_age on offers_to_announce (seen_at nulls first);

-- Time at which a teacher was last asked whether they would take the place.
create table readiness_questions (
  request_id uuid primary key references requests on delete cascade,
  asked_at   timestamptz not null
);

-- Contacts ---------------------------------------------------------------------------------------------------------------

-- Teachers who saw the phone number or email address of another teacher, shown to the teacher who was seen. One table and not one
-- per month, because the key is a pair of teachers, whenever the contact was seen.
create table contact_views (
  viewer_id uuid not null references users on delete cascade,
  seen_id   uuid not null references users on delete cascade,
  -- Page that first opened the contact: a list, or matches, rings and alerts.
  place     text not null check (place in ('list', 'match')),
  opened_at timestamptz not null,
  -- Time of the last view, accurate to the day: a later view of the same day writes nothing.
  seen_at   timestamptz not null,
  -- Address from which the contact was opened (IPv6 by /64), for the administrator's list of unusual patterns. Stored for two
  -- days.
  address   text,
  primary key (viewer_id, seen_id)
);
create index contact_views_by_day on contact_views (viewer_id, place, opened_at);
create index contact_views_by_seen on contact_views (seen_id, seen_at desc);
create index contact_views_by_age on contact_views (seen_at);
create index contact_views_lately on contact_views (opened_at);
create index contact_views_by_address on contact_views (address, opened_at) where address is not null;

-- Whose contacts were refused to an account. An open screen is refetched, so a refusal counts once a day.
create table contact_refusals (
  viewer_id uuid not null references users on delete cascade,
  seen_id   uuid not null references users on delete cascade,
  day       date not null,
  primary key (viewer_id, seen_id, day)
);
create index contact_refusals_by_seen on contact_refusals (seen_id);
create index contact_refusals_by_day on contact_refusals (day);

-- Opens the contacts of these people to a viewer, in their order, up to the budgets of 24 hours; a null budget is no limit.
-- People opened before do not count again. Standing is a verified phone, an administrator's verification, or 24 hours of age
-- with an open request. Without standing the budget of the account is `most_new`, and all such accounts of one address share
-- `most_addresses`, which outlive them: the first for the address itself (IPv6 by /64), the second for its IPv6 /48, because a
-- customer with a /48 has 65,536 of the former. Contacts are stored with the first address. A lock serialises the calls of
-- one viewer on all servers; the row of the address does so for accounts without standing.
create function open_contacts(
  for_viewer uuid, from_place text, people uuid[], moment timestamptz, from_addresses text[],
  most integer, most_new integer, most_addresses integer[],
  out opened uuid[], out opens_at timestamptz, out has_standing boolean
) language plpgsql as $$
declare
  one_day constant interval := interval '1 day';
  room integer;
  address_room integer;
  group_room integer;
  group_opens_at timestamptz;
  address_opens_at timestamptz;
  added integer;
begin
  select array_agg(seen_id) into opened from contact_views where viewer_id = for_viewer and seen_id = any (people);
  if exists (select from contact_views where viewer_id = for_viewer and seen_id = any (opened) and seen_at <= moment - one_day) then
    update contact_views set seen_at = moment
    where viewer_id = for_viewer and seen_id = any (opened) and seen_at <= moment - one_day;
  end if;
  if coalesce(cardinality(opened), 0) = cardinality(people) then return; end if;

  select verified_at is not null or (created_at <= moment - one_day and exists (
    select from requests where user_id = for_viewer and status in ('active', 'pending')
  )) into has_standing from users where id = for_viewer;
  has_standing := coalesce(has_standing, false);

  perform pg_advisory_xact_lock(hashtextextended('contacts of ' || for_viewer, 0));
  select greatest(case when has_standing then most else least(most, most_new) end - count(*), 0) into room
  from contact_views where viewer_id = for_viewer and place = from_place and opened_at > moment - one_day;
  if not has_standing and most_addresses is not null then
    -- The /64 before the /48: transactions that meet in either take the rows in one order.
    for position in 1 .. cardinality(from_addresses) loop
      insert into rate_limits as counted (key, points, expires_at)
      values ('contacts:' || from_addresses[position], 0, moment + one_day)
      on conflict (key) do update set
        points = case when counted.expires_at <= moment then 0 else counted.points end,
        expires_at = case when counted.expires_at <= moment then moment + one_day else counted.expires_at end
      returning greatest(most_addresses[position] - points, 0), expires_at into group_room, group_opens_at;
      if address_room is null or group_room < address_room then
        address_room := group_room;
        address_opens_at := group_opens_at;
      end if;
    end loop;
  end if;

  insert into contact_views (viewer_id, seen_id, place, opened_at, seen_at, address)
  select for_viewer, id, from_place, moment, moment, from_addresses[1]
  from unnest(people) with ordinality as asked (id, position)
  where exists (select from users where users.id = asked.id)
    and not exists (select from contact_views where viewer_id = for_viewer and seen_id = asked.id)
  order by position limit case when most is not null then least(room, address_room) end
  on conflict do nothing;
  get diagnostics added = row_count;
  if address_room is not null and added > 0 then
    update rate_limits set points = points + added
    where key in (select 'contacts:' || address from unnest(from_addresses) as address);
  end if;

  select array_agg(seen_id) into opened from contact_views where viewer_id = for_viewer and seen_id = any (people);
  if coalesce(cardinality(opened), 0) = cardinality(people) then return; end if;
  insert into contact_refusals (viewer_id, seen_id, day)
  select for_viewer, id, (moment at time zone interval '5 hours 30 minutes')::date from unnest(people) as asked (id)
  where (id = any (opened)) is not true and exists (select from users where users.id = asked.id)
  on conflict do nothing;
  if added >= room then
    select coalesce(min(opened_at), moment) + one_day into opens_at
    from contact_views where viewer_id = for_viewer and place = from_place and opened_at > moment - one_day;
  end if;
  if added >= address_room then opens_at := greatest(opens_at, address_opens_at); end if;
end
$$;

-- Seasons and rounds -----------------------------------------------------------------------------------------------------

create table seasons (
  id             uuid primary key,
  name           text not null check (char_length(name) between 1 and 120),
  -- Names by language; readers of other languages see `name`.
  names          jsonb not null default '{}',
  -- The order on which the season is based.
  order_name     text not null check (char_length(order_name) between 1 and 300),
  opens_at       timestamptz not null,
  list_closes_at timestamptz not null,
  closed_at      timestamptz not null,
  -- `before`: teachers consent before the plan, and silence agrees. `after`: teachers answer proposals.
  consent        text not null check (consent in ('before', 'after')),
  -- True if relieving is a separate step.
  relieving      boolean not null default false,
  -- True if an order for a member whom no office has scrutinised needs a look.
  scrutiny       boolean not null default false,
  -- Days in which the office replies to an objection.
  objection_days smallint not null default 3 check (objection_days between 1 and 30),
  -- Time at which all teachers with a request had been asked for their consent; null until then.
  asked_at       timestamptz,
  created_by     uuid references users on delete set null,
  created_at     timestamptz not null,
  constraint seasons_in_order check (opens_at < list_closes_at and list_closes_at <= closed_at),
  -- At most one is open at any time.
  constraint seasons_one_open exclude using gist (tstzrange(opens_at, closed_at) with &&)
);

-- One row per teacher who was asked or consented.
create table season_consents (
  id           uuid primary key,
  season_id    uuid not null references seasons on delete cascade,
  -- Null: the account was erased, and a group is based on the consent.
  user_id      uuid references users on delete set null,
  asked_at     timestamptz,
  given_at     timestamptz,
  withdrawn_at timestamptz,
  -- The sentence that the teacher agreed to, and the district where the teacher was posted then.
  sentence     text check (char_length(sentence) <= 2000),
  district     text,
  unique (season_id, user_id),
  constraint season_consents_given_is_whole
    check ((given_at is null) = (sentence is null) and (given_at is null) = (district is null))
);
create index season_consents_by_user on season_consents (user_id);
create index season_consents_standing on season_consents (season_id, given_at desc, id) where given_at is not null and withdrawn_at is null;

-- Teachers whom an office keeps out of a season: in a proceeding, retiring, deputed. It is no punishment, and the account stays as it is.
-- Only they, and offices responsible for them, read the reason.
create table season_exclusions (
  season_id   uuid not null references seasons on delete cascade,
  user_id     uuid not null references users on delete cascade,
  reason      text not null check (char_length(reason) between 1 and 300),
  -- Last day, in India's time; null for the whole season.
  until       date,
  recorded_by uuid references users on delete set null,
  recorded_at timestamptz not null,
  primary key (season_id, user_id)
);
create index season_exclusions_by_user on season_exclusions (user_id);
create index season_exclusions_by_recorder on season_exclusions (recorded_by) where recorded_by is not null;

-- Rounds of proposals.
create table rounds (
  id                 uuid primary key,
  state              text not null default 'running' check (state in ('running', 'finished', 'stopped')),
  -- The season in which the round was held, and its number in the timetable; the number is null for a round that an
  -- administrator started.
  season_id          uuid references seasons on delete set null,
  number             smallint,
  -- The rules limit the size of a group; the constraint only excludes impossible sizes.
  max_ring           smallint not null check (max_ring >= 2),
  -- Time to answer a proposal.
  hours              smallint not null check (hours between 1 and 336),
  -- Codes; null means all.
  subjects           text[],
  districts          text[],
  -- True if the round plans with consents, so that silence counts as a yes.
  silence_agrees     boolean not null default false,
  -- Null: the timetable, or an administrator whose account was erased.
  started_by         uuid references users on delete set null,
  created_at         timestamptz not null,
  -- Time until which failed proposals are planned again.
  ends_at            timestamptz not null,
  -- Deadline of the proposals of the first plan; null for the hours of the round.
  answers_until      timestamptz,
  -- Time at which the round had asked all teachers whether they are ready; null until then.
  readiness_asked_at timestamptz,
  planned_at         timestamptz,
  ended_at           timestamptz,
  constraint rounds_end_is_whole check ((state = 'running') = (ended_at is null))
);
-- An administrator may start a round beside the round of the timetable.
create unique index rounds_one_running on rounds ((true)) where state = 'running' and number is null;
create unique index rounds_one_of_timetable on rounds ((true)) where state = 'running' and number is not null;
create index rounds_by_season on rounds (season_id) where season_id is not null;

-- The timetable.
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

-- Teachers whom a round asked or included in its plan.
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

-- Strata of a running round that are due to be planned: all at its start, and again after a proposal failed. Inserted in the
-- transaction in which the proposal fails, deleted in the one that proposes again.
create table round_plans_due (
  round_id uuid not null references rounds on delete cascade,
  -- Subject, class level and category; the empty text means every stratum.
  stratum  text not null,
  due_at   timestamptz not null,
  primary key (round_id, stratum)
);

-- Agreements -------------------------------------------------------------------------------------------------------------

-- Returns a number that no agreement has: G and seven signs that cannot be mistaken for one another, form no word, and that a
-- spreadsheet cannot take for a number or a date.
create function new_agreement_number() returns text language plpgsql volatile as $$
declare
  signs constant text := '2346789BCDFGHJKMNPQRTVWXY';
  made text;
begin
  loop
    select 'G' || string_agg(substr(signs, 1 + floor(random() * length(signs))::int, 1), '') into made from generate_series(1, 7);
    exit when not exists (select from agreements where number = made);
  end loop;
  return made;
end
$$;

-- Proposals to swap, with their further states: packages/domain/src/agreements/agreement-steps.ts.
create table agreements (
  id             uuid primary key,
  -- The number on screens, papers and files.
  number         text not null default new_agreement_number() unique check (number ~ '^G[2346789BCDFGHJKMNPQRTVWXY]{7}$'),
  state          text not null default 'proposed' check (state in
                 ('proposed', 'agreed', 'in_progress', 'completed', 'declined', 'lapsed', 'superseded', 'broken')),
  source         text not null check (source in ('teacher', 'round')),
  round_id       uuid references rounds on delete set null,
  proposed_by    uuid references users on delete set null,
  size           smallint not null check (size >= 2),
  subject        text not null,
  class_range    text not null,
  category       text,
  -- Ids of the requests, sorted: at most one open proposal of the same group.
  requests_key   text not null,
  -- True if members who have not objected by the deadline agree.
  silence_agrees boolean not null default false,
  created_at     timestamptz not null,
  -- Deadline of the proposal.
  deadline       timestamptz not null check (deadline > created_at),
  -- Deadline of the next step after the proposal, if an administrator set a later one.
  extended_until timestamptz,
  -- Set if all members said yes, but an earlier yes of a teacher holds a request until this time.
  waits_until    timestamptz,
  agreed_at      timestamptz,
  submitted_at   timestamptz,
  ended_at       timestamptz,
  reason         text,
  ended_by       uuid references users on delete set null,
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
create index agreements_completed on agreements (ended_at) where state = 'completed';
create index agreements_ended on agreements (ended_at) where ended_at is not null;
create index agreements_by_office on agreements (ended_at) where reason = 'office';
create index agreements_by_round on agreements (round_id) where round_id is not null;
create index agreements_by_proposer on agreements (proposed_by, created_at) where proposed_by is not null;
create index agreements_by_ender on agreements (ended_by) where ended_by is not null;

create table agreement_members (
  agreement_id       uuid not null,
  -- Position in the ring: each member takes the place of the next one.
  position           smallint not null check (position >= 0),
  -- State of the agreement, copied by the foreign key.
  state              text not null,
  -- Null: the account or the request was deleted.
  user_id            uuid references users on delete set null,
  request_id         uuid references requests on delete set null,
  from_block         text not null,
  to_block           text not null,
  answer             text not null default 'open' check (answer in ('open', 'yes', 'no')),
  answered_at        timestamptz,
  -- True if a yes to this place was remembered when the proposal was created.
  is_prefilled       boolean not null default false,
  -- True if the switch "accept for me" gave the yes. It never answers the same proposer twice, and is switched off once the
  -- proposal becomes an agreement.
  is_accepted_for_me boolean not null default false,
  -- The consent on which the silent member's yes is based.
  consent_id         uuid references season_consents on delete set null,
  -- Time until which a yes keeps other proposals of the request waiting.
  held_until         timestamptz,
  -- Days of relieving and of the joining report, and time at which the service record was moved (portal, payroll). The office records them.
  relieved_on        date,
  joined_on          date,
  record_moved_at    timestamptz,
  -- Time at which an office found nothing against the member's order.
  scrutinised_at     timestamptz,
  scrutinised_by     uuid references users on delete set null,
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
create index agreement_members_by_block on agreement_members (from_block, agreement_id);
create index agreement_members_by_scrutineer on agreement_members (scrutinised_by) where scrutinised_by is not null;
create index agreement_members_by_consent on agreement_members (consent_id) where consent_id is not null;

-- One row per step, with the member who took it or the administrator who recorded it.
create table agreement_steps (
  id            uuid primary key,
  agreement_id  uuid not null references agreements on delete cascade,
  user_id       uuid references users on delete set null,
  kind          text not null check (kind in
                ('proposed', 'yes', 'no', 'silence', 'leave', 'submitted', 'otp', 'ordered', 'relieved', 'joined', 'end', 'agreed',
                 'completed', 'extended', 'undone', 'record_moved')),
  reason        text,
  -- Text of a member about a no or about leaving; only administrators read it.
  words         text check (char_length(words) <= 300),
  consent_id    uuid references season_consents on delete set null,
  is_recorded   boolean not null default false,
  recorded_by   uuid references users on delete set null,
  office_reason text check (char_length(office_reason) <= 300),
  -- A step that the office undoes stays: as a row of kind `undone`, with its kind in `concerns` and this time.
  concerns      text,
  taken_back_at timestamptz,
  happened_at   timestamptz not null
);
create unique index agreement_steps_once on agreement_steps (agreement_id, user_id, kind)
  where kind in ('otp', 'ordered', 'relieved', 'joined');
create index agreement_steps_by_agreement on agreement_steps (agreement_id, id);
create index agreement_steps_by_user on agreement_steps (user_id) where user_id is not null;
create index agreement_steps_by_recorder on agreement_steps (recorded_by) where recorded_by is not null;
create index agreement_steps_by_consent on agreement_steps (consent_id) where consent_id is not null;
create index agreement_steps_with_words on agreement_steps (id) where words is not null;

-- Deletes the text of a teacher about a no with the account.
create function agreement_steps_forget() returns trigger language plpgsql as $$
begin
  new.words := null;
  return new;
end
$$;
create trigger agreement_steps_forget before update of user_id on agreement_steps
  for each row when (new.user_id is null) execute function agreement_steps_forget();

create table agreement_messages (
  id           uuid primary key,
  agreement_id uuid not null references agreements on delete cascade,
  user_id      uuid references users on delete cascade,
  message      text not null check (char_length(message) between 1 and 500),
  created_at   timestamptz not null
);
create index agreement_messages_by_agreement on agreement_messages (agreement_id, id);
create index agreement_messages_by_user on agreement_messages (user_id);
-- Rows are appended in the order of their age, which such an index follows at a hundredth of the size.
create index agreement_messages_by_age on agreement_messages using brin (created_at);

-- Places to which a teacher has said yes, and not no since then.
create table remembered_yes (
  user_id  uuid not null references users on delete cascade,
  to_block text not null,
  given_at timestamptz not null,
  primary key (user_id, to_block)
);

-- Deletes the consent of an erased account, unless a group is based on it.
create function season_consents_forget() returns trigger language plpgsql as $$
begin
  delete from season_consents where id = new.id
    and not exists (select from agreement_members where consent_id = new.id)
    and not exists (select from agreement_steps where consent_id = new.id);
  return null;
end
$$;
create trigger season_consents_forget after update of user_id on season_consents
  for each row when (new.user_id is null) execute function season_consents_forget();

-- Orders of the department. A withdrawn one stays, because its printed code must answer "not valid".
create table transfer_orders (
  id           uuid primary key,
  agreement_id uuid not null references agreements on delete cascade,
  number       text not null check (char_length(number) between 1 and 80),
  ordered_on   date not null,
  authority    text,
  office       text,
  code         text not null unique,
  recorded_by  uuid references users on delete set null,
  recorded_at  timestamptz not null,
  withdrawn_at timestamptz
);
create unique index transfer_orders_once on transfer_orders (agreement_id, number) where withdrawn_at is null;
create index transfer_orders_by_recorder on transfer_orders (recorded_by) where recorded_by is not null;
create index transfer_orders_by_number on transfer_orders (lower(number));

create table transfer_order_members (
  order_id     uuid not null references transfer_orders on delete cascade,
  agreement_id uuid not null,
  position     smallint not null,
  primary key (order_id, position),
  foreign key (agreement_id, position) references agreement_members (agreement_id, position) on delete cascade
);
create index transfer_order_members_by_member on transfer_order_members (agreement_id, position);

-- Objections: the no of a member of a group that was announced because its members consented before the plan. The text is that of the
-- step. Only the teacher, and offices responsible for them, read it. It proves how the group ended, so it stays without its text when the
-- account is erased.
create table objections (
  id           uuid primary key,
  season_id    uuid not null references seasons on delete cascade,
  agreement_id uuid not null references agreements on delete cascade,
  user_id      uuid references users on delete set null,
  category     text not null check (category in ('own_facts', 'others_facts', 'eligibility', 'other')),
  created_at   timestamptz not null,
  -- Time until which the office replies.
  due_at       timestamptz not null check (due_at > created_at),
  reply        text check (reply in ('accepted', 'refused')),
  reply_words  text check (char_length(reply_words) between 1 and 300),
  replied_by   uuid references users on delete set null,
  replied_at   timestamptz,
  unique (agreement_id, user_id),
  constraint objections_reply_is_whole check (
    (replied_at is null) = (reply is null) and (replied_at is null) = (reply_words is null))
);
create index objections_open on objections (due_at, id) where replied_at is null;
create index objections_by_user on objections (user_id);
create index objections_by_season on objections (season_id);
create index objections_by_replier on objections (replied_by) where replied_by is not null;

-- Notices ----------------------------------------------------------------------------------------------------------------

-- Notices of every kind: packages/domain/src/notices/notice-kinds.ts. A message of a teacher has a sender and a text; a notice
-- of the product has its content in `details`, and its text is built in the reader's language.
create table alerts (
  id               uuid primary key,
  from_user_id     uuid references users on delete cascade,
  to_user_id       uuid not null references users on delete cascade,
  kind             text not null default 'message',
  message          text check (char_length(message) between 1 and 500),
  details          jsonb,
  -- The recipient's request that the notice is about, if any.
  request_id       uuid references requests on delete cascade,
  -- The teacher whose request caused the notice.
  about_user_id    uuid references users on delete cascade,
  about_request_id uuid references requests on delete set null,
  created_at       timestamptz not null,
  read_at          timestamptz,
  hidden_at        timestamptz,
  -- True once the recipient's choices have decided for which channels it gets a delivery.
  is_routed        boolean not null default false,
  -- Confirmed address and proven number of the recipient before the change that the notice reports. Null once it has its deliveries.
  former_contact   jsonb,
  constraint alerts_are_whole check (
    case kind
      when 'message' then from_user_id is not null and message is not null and details is null
      else from_user_id is null and message is null and details is not null
    end
  )
);
create unique index alerts_one_unread on alerts (from_user_id, to_user_id) where kind = 'message' and read_at is null;
create unique index alerts_one_per_new_request on alerts (to_user_id, about_request_id, kind)
  where about_request_id is not null;
create index alerts_by_recipient on alerts (to_user_id, id desc);
create index alerts_unread on alerts (to_user_id) where read_at is null;
create index alerts_by_age on alerts using brin (created_at);
create index alerts_by_sender on alerts (from_user_id, created_at) where kind = 'message';
-- Announcements come last.
create index alerts_to_route on alerts ((kind = 'announcement'), id) where not is_routed;
create index alerts_of_product_unread on alerts (to_user_id, kind)
  where kind <> 'message' and read_at is null and hidden_at is null;
create index alerts_by_about_user on alerts (about_user_id) where about_user_id is not null;
create index alerts_by_about_request on alerts (about_request_id) where about_request_id is not null;
create index alerts_by_request on alerts (request_id) where request_id is not null;
create index alerts_of_announcement on alerts ((details ->> 'announcementId')) where kind = 'announcement';

create table notice_settings (
  user_id     uuid primary key references users on delete cascade,
  channels    jsonb not null,
  quiet_from  smallint,
  quiet_until smallint,
  is_daily    boolean not null,
  check ((quiet_from is null) = (quiet_until is null))
);

-- Notices on their way by e-mail, push and SMS.
create table deliveries (
  -- Identifies the message. Each person is sent notices in the order of `alert_id`.
  id       uuid primary key,
  alert_id uuid not null references alerts on delete cascade,
  user_id  uuid not null references users on delete cascade,
  channel  text not null check (channel in ('email', 'push', 'sms')),
  -- Former address or number that is told of a change. Null: the contact of the account at the time of sending.
  contact  text,
  -- 0: cannot wait. 1: others. 2: announcements, which wait for all others.
  priority smallint not null default 1 check (priority between 0 and 2),
  -- Announcement of the notice, whose progress administrators see.
  announcement_id uuid,
  state    text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped', 'dead')),
  due_at   timestamptz not null,
  attempts smallint not null default 0,
  error    text,
  ended_at timestamptz,
  unique nulls not distinct (alert_id, channel, contact)
);
create index deliveries_due on deliveries (channel, priority, due_at) where state = 'waiting';
create index deliveries_of_person on deliveries (user_id, channel, alert_id) where state = 'waiting';
create index deliveries_ended on deliveries (ended_at) where state <> 'waiting';
create index deliveries_dead on deliveries (id desc) where state = 'dead';
create index deliveries_of_announcement on deliveries (announcement_id, state) where announcement_id is not null;

-- Browsers that receive push messages. A subscription is deleted when the session that created it is ended, but not when the
-- session expires.
create table push_devices (
  endpoint   text primary key,
  user_id    uuid not null references users on delete cascade,
  session_id uuid references sessions on delete set null,
  p256dh     text not null,
  auth       text not null,
  created_at timestamptz not null
);
create index push_devices_of_person on push_devices (user_id, created_at);
create index push_devices_of_session on push_devices (session_id);

-- Messages with phone numbers, links or sums of money, until an administrator releases them.
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

-- Announcements of administrators. Their notices are created in batches: `sent_after` is the last teacher who has one. Notices
-- of a withdrawn announcement are deleted in batches, until `cleared_at`.
create table announcements (
  id           uuid primary key,
  texts        jsonb not null,
  districts    text[],
  starts_at    timestamptz not null,
  ends_at      timestamptz not null check (ends_at > starts_at),
  created_by   uuid references users on delete set null,
  created_at   timestamptz not null,
  sent_after   uuid,
  sent_count   integer not null default 0,
  sent_at      timestamptz,
  withdrawn_at timestamptz,
  cleared_at   timestamptz
);
create index announcements_to_send on announcements (starts_at) where sent_at is null and withdrawn_at is null;
create index announcements_to_clear on announcements (withdrawn_at) where withdrawn_at is not null and cleared_at is null;
create index announcements_by_end on announcements (ends_at) where withdrawn_at is null;
create index announcements_by_creator on announcements (created_by) where created_by is not null;

-- Register of notices after a leak: the texts by language, and whom they concern, by a list or by who looked at whom.
create table leak_notices (
  id         uuid primary key,
  texts      jsonb not null,
  source     jsonb not null,
  recipients integer not null,
  created_by uuid references users on delete set null,
  created_at timestamptz not null
);
create index leak_notices_by_creator on leak_notices (created_by) where created_by is not null;

create table leak_recipients (
  leak_id uuid not null references leak_notices,
  user_id uuid not null references users on delete cascade,
  told_at timestamptz,
  primary key (leak_id, user_id)
);
create index leak_recipients_to_tell on leak_recipients (user_id) where told_at is null;
create index leak_recipients_by_user on leak_recipients (user_id);

-- Reports of teachers about each other, complaints about the site, and the administrator's decisions. A report remains when the account
-- of its reporter is erased, so that the reported teacher does not escape a decision. A complaint has a number and reports no teacher.
create table reports (
  id             uuid primary key,
  reporter_id    uuid references users on delete set null,
  reported_id    uuid references users on delete cascade,
  reason         text not null check (reason in ('money', 'identity', 'abuse', 'spam', 'other', 'content', 'privacy', 'service')),
  words          text check (char_length(words) between 1 and 2000),
  -- Number that the person quotes, name and contact of a visitor, and the time by which a complaint is answered.
  number         text constraint reports_number_key unique,
  name           text,
  contact        text,
  due_at         timestamptz,
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
  constraint reports_complaint_is_whole check (
    (number is null) = (reported_id is not null) and (number is null) = (due_at is null)
  ),
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

create function forget_words_of_reporter() returns trigger language plpgsql as $$
begin
  new.words := null;
  return new;
end
$$;
create trigger forget_words_of_reporter before update of reporter_id on reports
  for each row when (new.reporter_id is null) execute function forget_words_of_reporter();

-- Payments ---------------------------------------------------------------------------------------------------------------

create table payment_settings (
  -- The table has one row, because the key can only be true.
  id                  boolean primary key default true check (id),
  is_payment_required boolean not null default false,
  payment_amount      integer not null default 10 check (payment_amount >= 0),
  -- Time since which agreements that break before their papers are submitted are refunded automatically. Null: never.
  refunds_since       timestamptz
);
insert into payment_settings default values;

create table payment_orders (
  id                uuid primary key,
  -- Remains when the account is deleted, as the law requires for payment records.
  user_id           uuid references users on delete set null,
  provider          text not null check (provider in ('razorpay', 'sandbox')),
  provider_order_id text unique,
  amount_paise      integer not null check (amount_paise > 0),
  currency          text not null default 'INR' check (currency = 'INR'),
  status            text not null default 'created' check (status in ('created', 'failed', 'paid', 'refunded')),
  payment_id        text unique,
  -- Assigned when the payment arrives.
  receipt_number    bigint unique,
  created_at        timestamptz not null,
  checked_at        timestamptz,
  settled_at        timestamptz
);
-- A repeated create-order call whose first answer was lost returns the same order.
create unique index payment_orders_one_open on payment_orders (user_id) where status = 'created';
create index payment_orders_by_user on payment_orders (user_id, created_at desc);
create index payment_orders_paid on payment_orders (settled_at) include (amount_paise) where status = 'paid';
create index payment_orders_open on payment_orders (created_at) where status in ('created', 'failed');
create index payment_orders_ended on payment_orders (coalesce(settled_at, created_at));

-- The id is the idempotency key at the provider, so that a repeated call refunds once.
create table payment_refunds (
  id                 uuid primary key,
  order_id           uuid not null references payment_orders on delete cascade,
  amount_paise       integer not null check (amount_paise > 0),
  -- An administrator, the rule about broken agreements, or the provider itself without a request from the product.
  origin             text not null check (origin in ('administrator', 'rule', 'provider')),
  -- The agreement that broke before its papers were submitted, if any.
  agreement_id       uuid references agreements on delete set null,
  -- `asked` until the provider has answered, `pending` until its bank has paid.
  state              text not null default 'asked' check (state in ('asked', 'pending', 'processed', 'failed')),
  provider_refund_id text unique,
  -- The provider's own text if it refused.
  failure            text,
  asked_at           timestamptz not null,
  checked_at         timestamptz,
  settled_at         timestamptz,
  constraint refund_is_settled_or_open check ((settled_at is null) = (state in ('asked', 'pending')))
);
-- An order is refunded once; a failed refund may be requested again.
create unique index payment_refunds_one on payment_refunds (order_id) where state <> 'failed';
create index payment_refunds_by_order on payment_refunds (order_id, asked_at desc);
create index payment_refunds_open on payment_refunds (checked_at) where state in ('asked', 'pending');

-- Captured payments that the provider reports and the books do not explain, until an administrator settles them.
create table unexplained_payments (
  id                uuid primary key,
  provider          text not null check (provider in ('razorpay', 'sandbox')),
  payment_id        text not null unique,
  provider_order_id text,
  amount_paise      integer not null check (amount_paise > 0),
  currency          text not null,
  -- packages/domain/src/payments/unexplained-payment.ts has the meanings.
  reason            text not null check (reason in ('second', 'amount', 'unknown', 'again', 'no_account')),
  -- The teacher of the order, or to whom the payment was linked.
  user_id           uuid references users on delete set null,
  found_at          timestamptz not null,
  -- State of a refund that was decided and is not paid back yet.
  refund_state      text check (refund_state in ('asked', 'pending', 'failed')),
  -- Our receipt of that refund at the provider, so that a repeated call refunds once. A new decision after a failed refund has a new one.
  refund_id         uuid,
  -- The provider's own text if it refused.
  failure           text,
  settled_how       text check (settled_how in ('refunded', 'linked', 'outside')),
  settled_note      text check (char_length(settled_note) <= 300),
  settled_by        uuid references users on delete set null,
  settled_at        timestamptz,
  constraint unexplained_payments_settled_is_whole check ((settled_how is null) = (settled_at is null))
);
create index unexplained_payments_open on unexplained_payments (id) where settled_at is null;
create index unexplained_payments_by_user on unexplained_payments (user_id) where user_id is not null;
create index unexplained_payments_by_settler on unexplained_payments (settled_by) where settled_by is not null;

-- Events that the provider sent. One that cannot be processed does not delay later ones.
create table payment_events (
  id           text primary key,
  provider     text not null,
  -- Only the ids of the event, because the rest has names of payers.
  body         text not null,
  received_at  timestamptz not null,
  checked_at   timestamptz,
  processed_at timestamptz,
  outcome      text
);
create index payment_events_open on payment_events (checked_at nulls first, received_at) where processed_at is null;
create index payment_events_processed on payment_events (processed_at) where processed_at is not null;

-- Payments of the sandbox, the local replacement of the payment provider. Empty in production.
create table sandbox_payments (
  id             text primary key,
  order_id       text not null,
  amount         integer not null,
  currency       text not null,
  status         text not null check (status in ('authorized', 'captured', 'failed', 'refunded')),
  -- Receipt of the refund for which the money was paid back.
  refund_receipt text unique,
  created_at     timestamptz not null default clock_timestamp()
);
create index sandbox_payments_by_order on sandbox_payments (order_id, created_at);

-- Rules and plans --------------------------------------------------------------------------------------------------------

-- The rules of a swap: packages/domain/src/matching/policy-rules.ts defines the kinds and their values. Of each kind the row
-- with the latest first day that is not in the future applies; of several rows of one day, the row written last.
create table policy_rules (
  id         uuid primary key,
  kind       text not null,
  value      jsonb not null,
  -- First day of validity, in India's time.
  valid_from date not null,
  -- Order or decision that sets the rule, and its address.
  source     text not null check (char_length(source) between 1 and 300),
  link       text check (char_length(link) <= 500),
  -- Null: the product itself, or an administrator whose account was erased.
  written_by uuid references users on delete set null,
  created_at timestamptz not null
);
create index policy_rules_by_writer on policy_rules (written_by) where written_by is not null;

-- Rows cannot be updated: a change of a rule is a new row.
create function refuse_change_of_rule() returns trigger language plpgsql as $$
begin
  raise exception 'a rule is not overwritten: write another one';
end $$;
create trigger policy_rules_stay before update of id, kind, value, valid_from, source, link, created_at on policy_rules
  for each row execute function refuse_change_of_rule();

insert into policy_rules (id, kind, value, valid_from, source, created_at) values
  ('01970000-0000-7000-8000-000000000001', 'largestGroup', '10', '2025-06-01',
   'Order of the state of Bihar on mutual transfers, June 2025: groups of up to ten', '2025-06-01T00:00:00Z'),
  ('01970000-0000-7000-8000-000000000002', 'mustBeEqual', '["subject", "classRange", "category"]', '2025-06-01',
   'Order of the state of Bihar on mutual transfers, June 2025: one category and one subject; specification of this product: one class level',
   '2025-06-01T00:00:00Z'),
  ('01970000-0000-7000-8000-000000000003', 'minimumService', '0', '2025-06-01',
   'No order known to this product asks for a time of service before a mutual transfer', '2025-06-01T00:00:00Z'),
  ('01970000-0000-7000-8000-000000000004', 'openWindow', 'null', '2025-06-01',
   'No order known to this product limits the days on which groups are formed', '2025-06-01T00:00:00Z'),
  ('01970000-0000-7000-8000-000000000005', 'mixedOrders', '"state"', '2025-06-01',
   'Practice of the department: the district committee orders inside a district, the directorate between districts', '2025-06-01T00:00:00Z');

-- Trials of changed rules: the plan that the requests at the time of the trial would give. A trial changes no rule.
create table rule_trials (
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

-- Statewide plans: the rings of all active requests that move the most teachers. Plans that wait, run, or ended without a
-- result are jobs of pg-boss.
create table plans (
  id           uuid primary key,
  max_ring     smallint not null check (max_ring >= 2),
  survival     double precision not null check (survival > 0 and survival <= 1),
  -- Null: the nightly plan, or the plan of an administrator whose account was erased.
  requested_by uuid references users on delete set null,
  -- Visitors see the figures of the nightly plan; plans of administrators are shown in the Admin Panel only.
  is_nightly   boolean not null default false,
  created_at   timestamptz not null,
  finished_at  timestamptz not null,
  -- PlanFigures of packages/domain.
  figures      jsonb not null
);
create index plans_by_end on plans (finished_at desc);
create index plans_of_the_night on plans (finished_at desc) where is_nightly;
create index plans_by_requester on plans (requested_by) where requested_by is not null;

-- The rings of plans, a thousand per row: ids of teachers, stratum and posting, compressed. Names and contact are read when
-- the rings are presented, so nothing of a person remains here after the account is erased.
create table plan_rings (
  plan_id uuid not null references plans on delete cascade,
  lot     integer not null check (lot >= 0),
  rings   bytea not null,
  primary key (plan_id, lot)
);

-- Progress of the running plan, from 0 to 1, with the best result so far and its upper bound in teachers (null before the deep
-- search). Its id is the id of its job.
create table plan_progress (
  plan_id  uuid primary key,
  progress double precision not null check (progress between 0 and 1),
  best     double precision,
  bound    double precision
);

-- Reason why the latest nightly plan moves each teacher or not, as a code of packages/domain/src/matching/plan.ts;
-- replaced each night.
create table plan_reasons (
  user_id uuid primary key references users on delete cascade,
  reason  text not null
);

-- Administration and operation -------------------------------------------------------------------------------------------

create table product_settings (
  -- The table has one row, because the key can only be true.
  id            boolean primary key default true check (id),
  -- Null: the address in the environment of the server.
  support_email text,
  -- Address of the state portal where groups submit their swaps. Null: the steps of an agreement show no link.
  portal_url    text,
  -- Who runs the product, as the Admin Panel says it. Null: as the environment of the server says.
  operator      jsonb
);
insert into product_settings default values;

create table audit_log (
  id              uuid primary key,
  happened_at     timestamptz not null,
  -- Null for a failed sign-in without a known account.
  actor_id        uuid,
  impersonator_id uuid,
  action          text not null,
  subject_id      uuid,
  address         text not null,
  details         jsonb not null default '{}'
);
create index audit_log_by_actor on audit_log (actor_id, id desc);
create index audit_log_by_age on audit_log using brin (happened_at);
create index audit_log_by_subject on audit_log (subject_id, id desc);
-- Teachers whom a call showed to an administrator, for the list of people who looked at a teacher.
create index audit_log_people on audit_log using gin ((details -> 'people')) where action = 'look.people';

create function refuse_change_of_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log only grows';
end
$$;
create trigger audit_log_only_grows before update or delete or truncate on audit_log
  for each statement execute function refuse_change_of_audit_log();

-- Every call of the API: ids and routes, but no user input. A partition for each month; http/access-log-partitions.ts creates them
-- ahead and drops old ones.
create table access_log (
  happened_at     timestamptz not null,
  account_id      uuid,
  impersonator_id uuid,
  address         text not null,
  method          text not null,
  path            text not null,
  status          smallint not null
) partition by range (happened_at);
create table access_log_default partition of access_log default;
create index access_log_by_time on access_log (happened_at);
create index access_log_by_account on access_log (account_id, happened_at) where account_id is not null;
create index access_log_by_address on access_log (address, happened_at);

-- Keys that clients send with a change, so that a repeated call has no second effect. The answer itself is not stored.
create table idempotency_keys (
  account_id   uuid not null references users on delete cascade,
  -- Keyed hash: a key that was stored under another secret of the server is unknown.
  key          text not null,
  -- Keyed hash of method, path and body.
  request_hash text not null,
  status       smallint not null,
  location     text,
  -- Ids of the rows that the call created.
  ids          jsonb not null,
  created_at   timestamptz not null,
  primary key (account_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Budgets of calls. They expire by the clock of the database, which all servers share.
create table rate_limits (
  key        text primary key,
  points     integer not null,
  expires_at timestamptz not null
);
create index rate_limits_by_expiry on rate_limits (expires_at);

-- Number of visits through shared links per day in India's time: a count, without data about visitors.
create table share_visits (
  day    date not null,
  kind   text not null check (kind in ('invitation', 'missing')),
  visits integer not null check (visits > 0),
  primary key (day, kind)
);

-- Changes that server processes follow -----------------------------------------------------------------------------------

-- Offers and listed requests that changed, by the transaction that changed them. The number of a transaction does not tell
-- when it committed, so a reader stores the snapshot of its last read and asks for the changes that this snapshot does not
-- contain.
create table offer_changes (
  written_by xid8 not null default pg_current_xact_id(),
  -- Id of the request, or of the teacher for a registered wish. Null: so many offers changed at once that all must be read
  -- again.
  offer_id   uuid,
  changed_at timestamptz not null default now(),
  constraint offer_changes_once unique nulls not distinct (written_by, offer_id)
);

-- One row: changes up to this transaction may have been deleted. A process whose last read was earlier must read all offers
-- again.
create table offer_changes_pruned (
  id      boolean primary key default true check (id),
  through xid8 not null
);
insert into offer_changes_pruned (through) values ('0');

-- Triggers, because offers are also deleted by cascade (with a request or an account) and inserted by COPY (demo data).
create function log_offer_changes() returns trigger language plpgsql as $$
begin
  if (select count(*) from changed) > 1000 then
    insert into offer_changes (offer_id) values (null) on conflict do nothing;
  else
    insert into offer_changes (offer_id)
      select distinct coalesce(request_id, user_id) from changed
      on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger offers_come after insert on offers referencing new table as changed
  for each statement execute function log_offer_changes();
create trigger offers_change after update on offers referencing new table as changed
  for each statement execute function log_offer_changes();
create trigger offers_go after delete on offers referencing old table as changed
  for each statement execute function log_offer_changes();

create function log_request_changes() returns trigger language plpgsql as $$
begin
  if (select count(*) from changed) > 1000 then
    insert into offer_changes (offer_id) values (null) on conflict do nothing;
  else
    insert into offer_changes (offer_id) select id from changed on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger requests_come after insert on requests referencing new table as changed
  for each statement execute function log_request_changes();

-- Only columns that lists filter by, search, sort by or show: most updates of a request concern other columns.
-- offer-changes.test.ts compares them with the filters.
create function log_request_updates() returns trigger language plpgsql as $$
begin
  insert into offer_changes (offer_id)
    select after.id from changed as after join unchanged as before using (id)
    where (after.listed or before.listed) and (
      after.listed, after.stands_back, after.search, after.desired_district, after.desired_block, after.subject,
      after.class_range, after.urgency, after.from_district, after.from_block, after.owner_verified, after.reason, after.additional_info
    ) is distinct from (
      before.listed, before.stands_back, before.search, before.desired_district, before.desired_block, before.subject,
      before.class_range, before.urgency, before.from_district, before.from_block, before.owner_verified, before.reason, before.additional_info
    )
    on conflict do nothing;
  return null;
end
$$;
create trigger requests_change after update on requests referencing old table as unchanged new table as changed
  for each statement execute function log_request_updates();

create function log_everything_changed() returns trigger language plpgsql as $$
begin
  insert into offer_changes (offer_id) values (null) on conflict do nothing;
  return null;
end
$$;
create trigger requests_emptied after truncate on requests for each statement execute function log_everything_changed();
create trigger offers_emptied after truncate on offers for each statement execute function log_everything_changed();
