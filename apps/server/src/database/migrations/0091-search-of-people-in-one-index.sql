-- A search of people compares the names, addresses, numbers and schools of the rows that the index finds. Most are
-- ASCII, for which the comparisons of `translate` (up to a hundred per letter) are unnecessary. The function is not
-- strict, because PostgreSQL does not inline a strict function that contains a `case`.
do $$
declare
  devanagari constant text := (select string_agg(chr(code), '' order by code) from generate_series(x'900'::int, x'97f'::int) as code);
  letters constant text := left(repeat('abcdefghijklmnopqrstuvwxyz0123456789', 4), length(devanagari));
begin
  execute format(
    'create or replace function search_letters(words text) returns text language sql immutable parallel safe
      return case when octet_length(words) = char_length(words) then lower(words) else translate(lower(words), %L, %L) end',
    devanagari, letters
  );
end
$$;

-- The letters of all values by which a person is found, one value per line.
create function person_search_letters(name text, email text, phone text, school_name text) returns text language sql immutable parallel safe
  return search_letters(name) || E'\n' || search_letters(email) || E'\n' || coalesce(phone, '') || E'\n'
    || coalesce(search_letters(school_name), '');

-- One index column instead of four: a search reads one list per three letters instead of four, and a registration
-- writes fewer entries.
do $$
begin
  drop index if exists users_search;
  create index users_search on users using gin (person_search_letters(name, email, phone, school_name) gin_trgm_ops);
exception when undefined_object then
  raise warning 'Without the extension pg_trgm, searching people reads all accounts (see docs/operations.md): %', sqlerrm;
end
$$;

-- Without this index lists of administrators read the whole table, and the count of all teachers reads an index eight
-- times as large.
create index users_by_role on users (role, is_active);
