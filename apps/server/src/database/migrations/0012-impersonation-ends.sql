-- An impersonation session ends with the administrator's own session that started it.
delete from sessions where impersonator_id is not null;
alter table sessions
  add column administrator_session_id uuid references sessions on delete cascade,
  add constraint sessions_impersonation_is_whole
    check ((impersonator_id is null) = (administrator_session_id is null));
create index sessions_by_administrator_session on sessions (administrator_session_id)
  where administrator_session_id is not null;
