-- Changes of the data from which personal answers are made, so that the newest rows tell whether an answer is still
-- current. Followed by transaction, like offer_changes.
create table answer_changes (
  written_by xid8 not null default pg_current_xact_id(),
  -- A person's id, a request's id, or the search key of an offer (subject, class level, from, to). Null: anything may
  -- have changed.
  key        text,
  changed_at timestamptz not null default now(),
  constraint answer_changes_once unique nulls not distinct (written_by, key)
);

-- The argument selects the keys of the rows in `changed`. An update contributes the old and the new row.
create function log_answer_changes() returns trigger language plpgsql as $$
declare
  keys constant text := case tg_op
    when 'UPDATE' then replace(tg_argv[0], 'from changed', 'from (table changed union all table unchanged) as changed')
    else tg_argv[0]
  end;
begin
  if (select count(*) from changed) > 1000 then
    insert into answer_changes (key) values (null) on conflict do nothing;
  else
    execute format(
      'insert into answer_changes (key) select distinct key from (%s) as keys (key) where key is not null on conflict do nothing', keys
    );
  end if;
  return null;
end
$$;

do $$
declare
  members constant text := 'select user_id::text from agreement_members where agreement_id in (select %s from changed)';
  logged constant text[][] := array[
    ['users', 'select id::text from changed'],
    ['requests', 'select user_id::text from changed'],
    ['offers', 'select unnest(array[request_id::text, user_id::text, concat_ws(''|'', subject, class_range, from_district, to_district)])
      from changed'],
    ['alerts', 'select to_user_id::text from changed'],
    -- A block between two others can make or end a ring.
    ['blocks', 'select unnest(array[blocker_id::text, blocked_id::text, ''blocks'']) from changed'],
    ['agreements', format(members, 'id')],
    ['agreement_members', format(members, 'agreement_id') || ' union all select user_id::text from changed'],
    ['agreement_steps', format(members, 'agreement_id')]
  ];
  one text[];
begin
  foreach one slice 1 in array logged loop
    execute format(
      'create trigger %1$s_come_to_answers after insert on %1$s referencing new table as changed
        for each statement execute function log_answer_changes(%2$L)', one[1], one[2]);
    execute format(
      'create trigger %1$s_change_answers after update on %1$s referencing old table as unchanged new table as changed
        for each statement execute function log_answer_changes(%2$L)', one[1], one[2]);
    execute format(
      'create trigger %1$s_go_from_answers after delete on %1$s referencing old table as changed
        for each statement execute function log_answer_changes(%2$L)', one[1], one[2]);
  end loop;
end
$$;

-- A deactivated or reactivated account changes answers that do not name it: the number of unread alerts, and seats of
-- agreements.
create function log_answers_around() returns trigger language plpgsql as $$
begin
  insert into answer_changes (key)
    select around.id::text from changed join unchanged using (id) cross join lateral (
      select to_user_id as id from alerts where from_user_id = changed.id
      union
      select other.user_id from agreement_members as own join agreement_members as other using (agreement_id)
      where own.user_id = changed.id and other.user_id is not null
    ) as around
    where changed.is_active <> unchanged.is_active
    on conflict do nothing;
  return null;
end
$$;
create trigger users_change_answers_around after update on users referencing old table as unchanged new table as changed
  for each statement execute function log_answers_around();

-- An erased account frees its place in budgets of contacts, so that another contact may open.
create function log_answers_of_viewers() returns trigger language plpgsql as $$
begin
  insert into answer_changes (key) select viewer_id::text from contact_views where seen_id = old.id on conflict do nothing;
  return old;
end
$$;
create trigger users_go_from_budgets before delete on users for each row execute function log_answers_of_viewers();
