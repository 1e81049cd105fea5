-- PostgreSQL parsed and planned the statements that log changes of answers at each write, even for foreign keys that
-- changed no row. Now each table has its own function, whose statements are planned once per connection. The function
-- log_answer_changes is no longer used; it stays for the last release.
do $$
declare
  members constant text := 'select user_id::text from agreement_members where agreement_id in (select %s from changed)';
  logged constant text[][] := array[
    ['users', 'select id::text from changed'],
    ['requests', 'select user_id::text from changed'],
    ['offers', 'select unnest(array[request_id::text, user_id::text, concat_ws(''|'', subject, class_range, from_district, to_district)])
      from changed'],
    ['alerts', 'select to_user_id::text from changed'],
    ['blocks', 'select blocker_id::text from changed'],
    ['agreements', format(members, 'id')],
    ['agreement_members', format(members, 'agreement_id') || ' union all select user_id::text from changed'],
    ['agreement_steps', format(members, 'agreement_id')]
  ];
  insertion constant text := 'insert into answer_changes (key)
      select distinct key from (%s) as keys (key) where key is not null on conflict do nothing';
  one text[];
  of_table record;
begin
  foreach one slice 1 in array logged loop
    execute format($function$
      create function %I() returns trigger language plpgsql as $body$
      declare
        changes constant bigint := (select count(*) from changed);
      begin
        if changes > 1000 then
          insert into answer_changes (key) values (null) on conflict do nothing;
        elsif changes > 0 then
          %s;
          if tg_op = 'UPDATE' then
            %s;
          end if;
        end if;
        return null;
      end
      $body$
      $function$,
      'log_answers_of_' || one[1], format(insertion, one[2]),
      format(insertion, replace(one[2], 'from changed', 'from unchanged')));
    for of_table in
      select tgname, pg_get_triggerdef(oid) as definition from pg_trigger
      where tgrelid = one[1]::regclass and tgfoid = 'log_answer_changes'::regproc
    loop
      execute format('drop trigger %I on %I', of_table.tgname, one[1]);
      execute regexp_replace(of_table.definition, 'EXECUTE FUNCTION .*$', format('execute function %I()', 'log_answers_of_' || one[1]));
    end loop;
  end loop;
end
$$;
