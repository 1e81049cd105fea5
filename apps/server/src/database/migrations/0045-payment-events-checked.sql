-- Events that cannot be processed do not delay later events.
alter table payment_events add column checked_at timestamptz;
drop index payment_events_open;
create index payment_events_open on payment_events (checked_at nulls first, received_at) where processed_at is null;
