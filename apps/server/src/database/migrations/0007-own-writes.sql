-- Log position (WAL) of the primary at the last write of a session: a replica that has replayed up to it contains the
-- writes of that session. A login or a registration begins the session and counts as a write. Null: the session is
-- older than this column.
alter table sessions add column written_lsn pg_lsn;
alter table sessions alter column written_lsn set default pg_current_wal_insert_lsn();
