-- What is hidden belongs to the person; a request hides more while it is open. Once a request was posted, the registered wish
-- counts no more.
alter table users
  -- `hide_…` is what others see hidden, written by privacy/projections.ts alone; `own_hide_…` is what the person set.
  add column own_hide_name        boolean not null default false,
  add column own_hide_phone       boolean not null default false,
  add column own_hide_email       boolean not null default false,
  add column own_hide_school_name boolean not null default false,
  add column has_posted           boolean not null default false;

-- Until now only requests could hide. What is hidden today stays so until its owner says else, and so does what the requests of a
-- person hid of whom none is open any more: what a request hides, its owner meant to hide.
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
