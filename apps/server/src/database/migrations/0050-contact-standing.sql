-- Address from which a contact was opened (IPv6 by /64), for the administrator's list of unusual patterns. Stored for
-- two days.
alter table contact_views add column address text;
create index contact_views_by_address on contact_views (address, opened_at) where address is not null;

-- Opens the contacts of these people to a viewer, in their order, up to the budgets of 24 hours; a null budget is no
-- limit. People opened before do not count again. Standing is a verified phone, an administrator's verification, or
-- 24 hours of age with an open request. Without standing the budget of the account is `most_new`, and all such
-- accounts of one address share `most_address`, which outlives them. A lock serialises the calls of one viewer on all
-- servers; the row of the address does so for accounts without standing. The function without these budgets stays for
-- the previous version of the server.
create function open_contacts(
  for_viewer uuid, from_place text, people uuid[], moment timestamptz, from_address text,
  most integer, most_new integer, most_address integer,
  out opened uuid[], out opens_at timestamptz, out has_standing boolean
) language plpgsql as $$
declare
  one_day constant interval := interval '1 day';
  address_key constant text := 'contacts:' || from_address;
  room integer;
  address_room integer;
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
  if not has_standing and most_address is not null then
    insert into rate_limits as counted (key, points, expires_at) values (address_key, 0, moment + one_day)
    on conflict (key) do update set
      points = case when counted.expires_at <= moment then 0 else counted.points end,
      expires_at = case when counted.expires_at <= moment then moment + one_day else counted.expires_at end
    returning greatest(most_address - points, 0), expires_at into address_room, address_opens_at;
  end if;

  insert into contact_views (viewer_id, seen_id, place, opened_at, seen_at, address)
  select for_viewer, id, from_place, moment, moment, from_address
  from unnest(people) with ordinality as asked (id, position)
  where exists (select from users where users.id = asked.id)
    and not exists (select from contact_views where viewer_id = for_viewer and seen_id = asked.id)
  order by position limit case when most is not null then least(room, address_room) end
  on conflict do nothing;
  get diagnostics added = row_count;
  if address_room is not null and added > 0 then
    update rate_limits set points = points + added where key = address_key;
  end if;

  select array_agg(seen_id) into opened from contact_views where viewer_id = for_viewer and seen_id = any (people);
  if coalesce(cardinality(opened), 0) = cardinality(people) then return; end if;
  insert into contact_refusals (viewer_id, day, refused)
  values (for_viewer, (moment at time zone interval '5 hours 30 minutes')::date, cardinality(people) - coalesce(cardinality(opened), 0))
  on conflict (viewer_id, day) do update set refused = contact_refusals.refused + excluded.refused;
  if added >= room then
    select coalesce(min(opened_at), moment) + one_day into opens_at
    from contact_views where viewer_id = for_viewer and place = from_place and opened_at > moment - one_day;
  end if;
  if added >= address_room then opens_at := greatest(opens_at, address_opens_at); end if;
end
$$;
