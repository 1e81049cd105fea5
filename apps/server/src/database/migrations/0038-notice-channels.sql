-- Delivery of notices outside the product. A notice is routed once: the recipient's choices decide for which channels
-- it gets a delivery.
alter table alerts add column is_routed boolean not null default true;
alter table alerts alter column is_routed set default false;
create index alerts_to_route on alerts (id) where not is_routed;

-- Language of the teacher's last sign-in, in which messages are sent.
alter table users add column language text;

create table notice_settings (
  user_id     uuid primary key references users on delete cascade,
  channels    jsonb not null,
  quiet_from  smallint,
  quiet_until smallint,
  is_daily    boolean not null,
  check ((quiet_from is null) = (quiet_until is null))
);

create table deliveries (
  -- Identifies the message. Each person is sent notices in the order of `alert_id`.
  id         uuid primary key,
  alert_id   uuid not null references alerts on delete cascade,
  user_id    uuid not null references users on delete cascade,
  channel    text not null check (channel in ('email', 'push', 'sms')),
  state      text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped', 'dead')),
  due_at     timestamptz not null,
  attempts   smallint not null default 0,
  error      text,
  ended_at   timestamptz,
  unique (alert_id, channel)
);
create index deliveries_due on deliveries (due_at) where state = 'waiting';
create index deliveries_of_person on deliveries (user_id, channel, alert_id) where state = 'waiting';
create index deliveries_ended on deliveries (ended_at) where state <> 'waiting';
create index deliveries_dead on deliveries (id desc) where state = 'dead';

create table push_devices (
  endpoint   text primary key,
  user_id    uuid not null references users on delete cascade,
  p256dh     text not null,
  auth       text not null,
  created_at timestamptz not null
);
create index push_devices_of_person on push_devices (user_id, created_at);
