-- In a database with the locale C, pg_trgm finds no letters in Devanagari, so a search for such a name read all
-- accounts or the whole index. The new index contains only ASCII letters; searches compare the names of the rows that
-- it finds.
do $$
declare
  devanagari constant text := (select string_agg(chr(code), '' order by code) from generate_series(x'900'::int, x'97f'::int) as code);
  letters constant text := left(repeat('abcdefghijklmnopqrstuvwxyz0123456789', 4), length(devanagari));
begin
  execute format(
    'create function search_letters(words text) returns text language sql immutable strict parallel safe
      return translate(lower(words), %L, %L)',
    devanagari, letters
  );
end
$$;

do $$
begin
  drop index if exists users_search;
  create index users_search on users using gin (
    search_letters(name) gin_trgm_ops, search_letters(email) gin_trgm_ops, search_letters(phone) gin_trgm_ops,
    search_letters(school_name) gin_trgm_ops
  );
exception when undefined_object then
  raise warning 'Without the extension pg_trgm, searching people reads all accounts (see docs/operations.md): %', sqlerrm;
end
$$;
