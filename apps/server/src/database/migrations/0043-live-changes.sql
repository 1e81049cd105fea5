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

-- A person who is shown to others because of what they offer, say one who hides their name. Their offers stay as they are, and answers that
-- were made from the person are known by their id; a process that made none of them knows the offers.
create function log_people_shown() returns trigger language plpgsql as $$
begin
  if (select count(*) from changed) <= 1000 then
    insert into answer_changes (key)
      select distinct concat_ws('|', offers.subject, offers.class_range, from_district, to_district, 'shown')
        from changed join unchanged using (id) join offers on offers.user_id = changed.id
        where (changed.name, changed.email, changed.phone, changed.school_name, changed.verified_at, changed.hide_name,
            changed.hide_email, changed.hide_phone, changed.hide_school_name)
          is distinct from (unchanged.name, unchanged.email, unchanged.phone, unchanged.school_name, unchanged.verified_at,
            unchanged.hide_name, unchanged.hide_email, unchanged.hide_phone, unchanged.hide_school_name)
      on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger users_change_where_shown after update on users referencing old table as unchanged new table as changed
  for each statement execute function log_people_shown();
