-- Administrators search teachers by any part of a name, an address, a number or a school, which reads all accounts
-- without an index. Without the extension (not installed, no permission to add it, or not on the search path) the
-- search still reads all accounts.
do $$
begin
  create extension if not exists pg_trgm;
  create index users_search on users using gin (
    lower(name) gin_trgm_ops, email gin_trgm_ops, phone gin_trgm_ops, lower(school_name) gin_trgm_ops
  );
exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
  raise warning 'Without the extension pg_trgm, searching people reads all accounts (see docs/operations.md): %', sqlerrm;
end
$$;
