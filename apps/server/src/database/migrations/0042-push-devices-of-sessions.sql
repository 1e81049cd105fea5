-- A push subscription belongs to the session that created it: it is deleted when the session is ended, but not when
-- the session expires.
alter table push_devices add column session_id uuid references sessions on delete set null;
-- Deletes the existing subscriptions, because their sessions are unknown: the browser subscribes again from the
-- account.
delete from push_devices;
create index push_devices_of_session on push_devices (session_id);
