-- Two changes more are told to screens that are open (offers/live-streams.ts). Both are followed as the other rows of answer_changes are.

-- A session that ended: its streams end with it. Written at each write of its owner, so only where it ends now.
create function log_session_end() returns trigger language plpgsql as $$
begin
  insert into answer_changes (key) values (new.id::text) on conflict do nothing;
  return null;
end
$$;
create trigger sessions_end_streams after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function log_session_end();

-- A person who is shown to others because of what they offer, say one who hides their name; what is hidden changes unseen. Their offers stay as they are, and answers that
-- were made from the person are known by their id; a process that made none of them knows the offers.
create function log_people_shown() returns trigger language plpgsql as $$
begin
  if (select count(*) from changed) <= 1000 then
    insert into answer_changes (key)
      select distinct concat_ws('|', offers.subject, offers.class_range, from_district, to_district, 'shown')
        from changed join unchanged using (id) join offers on offers.user_id = changed.id
        where (case when changed.hide_name then null else changed.name end, case when changed.hide_email then null else changed.email end,
            case when changed.hide_phone then null else changed.phone end, case when changed.hide_school_name then null else changed.school_name end, changed.verified_at)
          is distinct from (case when unchanged.hide_name then null else unchanged.name end, case when unchanged.hide_email then null else unchanged.email end,
            case when unchanged.hide_phone then null else unchanged.phone end, case when unchanged.hide_school_name then null else unchanged.school_name end, unchanged.verified_at)
      on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger users_change_where_shown after update on users referencing old table as unchanged new table as changed
  for each statement execute function log_people_shown();
