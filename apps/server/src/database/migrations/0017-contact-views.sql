-- Teachers who saw the phone number or email address of another teacher, with the times. Stored for 90 days after the
-- last view, and shown to the viewed teacher.
create table contact_views (
  viewer_id uuid not null references users on delete cascade,
  seen_id   uuid not null references users on delete cascade,
  -- Page that first opened the contact: a list, or matches, rings and alerts.
  place     text not null check (place in ('list', 'match')),
  opened_at timestamptz not null,
  -- Time of the last view, accurate to the day: a later view of the same day writes nothing.
  seen_at   timestamptz not null,
  primary key (viewer_id, seen_id)
);
create index contact_views_by_day on contact_views (viewer_id, place, opened_at);
create index contact_views_by_seen on contact_views (seen_id, seen_at desc);
create index contact_views_by_age on contact_views (seen_at);
create index contact_views_lately on contact_views (opened_at);

-- Number of contacts that were refused to an account.
create table contact_refusals (
  viewer_id uuid not null references users on delete cascade,
  day       date not null,
  refused   integer not null,
  primary key (viewer_id, day)
);
create index contact_refusals_by_day on contact_refusals (day);

-- Opens the contacts of these people to a viewer, in their order, up to the budget of 24 hours. People opened before
-- do not count again. The lock serialises the calls of one viewer on all servers, so each call reads what the
-- previous one wrote.
create function open_contacts(
  for_viewer uuid, from_place text, people uuid[], most integer, moment timestamptz,
  out opened uuid[], out opens_at timestamptz
) language plpgsql as $$
declare
  day_ago constant timestamptz := moment - interval '1 day';
  room integer;
begin
  select array_agg(seen_id) into opened from contact_views where viewer_id = for_viewer and seen_id = any (people);
  if exists (select from contact_views where viewer_id = for_viewer and seen_id = any (opened) and seen_at <= day_ago) then
    update contact_views set seen_at = moment
    where viewer_id = for_viewer and seen_id = any (opened) and seen_at <= day_ago;
  end if;
  if coalesce(cardinality(opened), 0) = cardinality(people) then return; end if;

  perform pg_advisory_xact_lock(hashtextextended('contacts of ' || for_viewer, 0));
  select most - count(*) into room
  from contact_views where viewer_id = for_viewer and place = from_place and opened_at > day_ago;
  insert into contact_views (viewer_id, seen_id, place, opened_at, seen_at)
  select for_viewer, id, from_place, moment, moment
  from unnest(people) with ordinality as asked (id, position)
  where exists (select from users where users.id = asked.id)
    and not exists (select from contact_views where viewer_id = for_viewer and seen_id = asked.id)
  order by position limit greatest(room, 0)
  on conflict do nothing;

  select array_agg(seen_id) into opened from contact_views where viewer_id = for_viewer and seen_id = any (people);
  if coalesce(cardinality(opened), 0) = cardinality(people) then return; end if;
  insert into contact_refusals (viewer_id, day, refused)
  values (for_viewer, (moment at time zone interval '5 hours 30 minutes')::date, cardinality(people) - coalesce(cardinality(opened), 0))
  on conflict (viewer_id, day) do update set refused = contact_refusals.refused + excluded.refused;
  select coalesce(min(opened_at), moment) + interval '1 day' into opens_at
  from contact_views where viewer_id = for_viewer and place = from_place and opened_at > day_ago;
end
$$;
