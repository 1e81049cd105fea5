-- How far the log of the primary (WAL) had come when a session last wrote: a replica that has come as far shows its own writes.
-- A session begins with a login or a registration, which counts as a write. Null: before this was noted.
alter table sessions add column written_lsn pg_lsn;
alter table sessions alter column written_lsn set default pg_current_wal_insert_lsn();
