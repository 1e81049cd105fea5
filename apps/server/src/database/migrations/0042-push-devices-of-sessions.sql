-- A browser takes notices of whom it was signed in as: where that session is ended, not where it only grows old, it takes none any more.
alter table push_devices add column session_id uuid references sessions on delete set null;
-- Of those so far it is not known: the account asks again.
delete from push_devices;
create index push_devices_of_session on push_devices (session_id);
