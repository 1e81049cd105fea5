-- Verification of teachers: time, method, administrator and note. The mark belongs to a name and a phone number, so a
-- trigger removes it when either changes.
alter table users
  add column verified_at   timestamptz,
  add column verified_how  text check (verified_how in ('administrator', 'phone_code')),
  -- Administrator who verified the teacher, and the evidence that they noted.
  add column verified_by   uuid references users on delete set null,
  add column verified_note text,
  -- Time at which another teacher proved to own the phone number and took it over. The account then has no number
  -- until its owner enters another.
  add column phone_claimed_at timestamptz,
  add constraint users_verification_is_whole check ((verified_at is null) = (verified_how is null)),
  drop constraint users_teacher_is_whole,
  add constraint users_teacher_is_whole check (
    role = 'admin'
    or ((phone is not null or phone_claimed_at is not null) and school_name is not null and district is not null
        and block is not null and desired_district is not null and subject is not null and class_range is not null)
  );
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

-- Adds to each request whether its owner is verified, so that lists can be filtered by it: see
-- members/projections.ts, the only writer. Also adds the mark of this filter to the request's words.
alter table requests
  add column owner_verified text not null default 'no' check (owner_verified in ('yes', 'no'));
update requests set search = search || array_to_tsvector(array['owner_verified=no'])
where status in ('active', 'pending');
create index requests_listed_by_verified on requests (owner_verified, stands_back, id desc)
  include (desired_district, desired_block, subject, class_range, urgency) where listed;

-- Codes sent to phones, stored as keyed hashes of number and code. They expire by the clock of the database.
create table phone_codes (
  phone_seal text primary key,
  code_seal  text not null,
  tries      integer not null default 0,
  expires_at timestamptz not null
);
create index phone_codes_by_expiry on phone_codes (expires_at);
