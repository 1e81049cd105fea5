-- Hidden fields belong to the person; a request can hide more while it is open. Once a person has posted a request,
-- the registered wish is no longer matched.
alter table users
  -- `hide_…` are the fields hidden from others, written by members/projections.ts only; `own_hide_…` are the settings
  -- of the person.
  add column own_hide_name        boolean not null default false,
  add column own_hide_phone       boolean not null default false,
  add column own_hide_email       boolean not null default false,
  add column own_hide_school_name boolean not null default false,
  add column has_posted           boolean not null default false;

-- Before this migration only requests could hide fields. Copies the fields hidden today into the person's own
-- settings, and for people without an open request the fields that their earlier requests hid, so that nothing hidden
-- becomes visible.
update users
set own_hide_name = hidden.name, own_hide_phone = hidden.phone,
  own_hide_email = hidden.email, own_hide_school_name = hidden.school_name,
  hide_name = hidden.name, hide_phone = hidden.phone,
  hide_email = hidden.email, hide_school_name = hidden.school_name,
  has_posted = true
from (
  select user_id, bool_or(hide_name) as name, bool_or(hide_phone) as phone,
    bool_or(hide_email) as email, bool_or(hide_school_name) as school_name
  from (
    select *, status in ('active', 'pending') as is_open,
      bool_or(status in ('active', 'pending')) over (partition by user_id) as has_open
    from requests
  ) as each
  where is_open or not has_open
  group by user_id
) as hidden
where users.id = hidden.user_id;

delete from offers using users where users.id = offers.user_id and offers.request_id is null and users.has_posted;
