-- Accounts without standing in one IPv6 /48 also share a budget, four times that of a /64, because a customer with a
-- /48 has 65,536 of these. Contacts are stored with the first address, the /64. The function with one address stays
-- for the previous version of the server.
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
