-- An index in the memory of each server process (offers/index/) answers lists, searches, counts and matches, and
-- follows the changes below. The database only answers plain queries until a process has loaded its index.

-- Removes the marks of filters from the requests' words: only the former index of words needed them.
update requests set search = coalesce(
  (select array_to_tsvector(array_agg(word)) from unnest(tsvector_to_array(search)) as word where word not like '%=%'), ''
) where search <> '';

-- Processes also follow registered wishes: a change names the request, or the teacher of such a wish.
alter table offer_changes rename column request_id to offer_id;

create or replace function log_offer_changes() returns trigger language plpgsql as $$
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

-- Only columns that lists show or search: most updates of a request concern other columns.
create function log_request_updates() returns trigger language plpgsql as $$
begin
  insert into offer_changes (offer_id)
    select after.id from changed as after join unchanged as before using (id)
    where (after.listed or before.listed) and (
      after.listed, after.stands_back, after.search, after.desired_district, after.desired_block, after.subject,
      after.class_range, after.urgency, after.from_district, after.from_block, after.owner_verified
    ) is distinct from (
      before.listed, before.stands_back, before.search, before.desired_district, before.desired_block, before.subject,
      before.class_range, before.urgency, before.from_district, before.from_block, before.owner_verified
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

drop index requests_listed_by_word;
drop index requests_listed;
drop index requests_listed_by_place;
drop index requests_listed_by_district;
drop index requests_listed_by_subject;
drop index requests_listed_by_subject_only;
drop index requests_listed_by_class;
drop index requests_listed_by_urgency;
drop index requests_listed_by_verified;
drop index requests_listed_from_place;
drop index requests_listed_from_district;
create index requests_listed on requests (stands_back, id desc) where listed;
