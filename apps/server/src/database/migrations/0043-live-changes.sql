-- Two more changes are sent to open screens. Both are followed like the other rows of answer_changes.

-- A session that ended, whose streams end with it. Every write of its owner updates the session, so only the end of a
-- session is logged.
create function log_session_end() returns trigger language plpgsql as $$
begin
  insert into answer_changes (key) values (new.id::text) on conflict do nothing;
  return null;
end
$$;
create trigger sessions_end_streams after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function log_session_end();

-- Logs a change of the shown values of a person, such as hiding the name, under the keys of their offers, because the
-- offers themselves do not change. Changes of hidden values are not logged.
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
