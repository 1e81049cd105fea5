-- Changes that each server process follows to keep its graph of offers current, and alerts sent by the product
-- itself.

-- Requests whose offer changed, by the transaction that changed it. The number of a transaction does not tell when it
-- committed, so a reader stores the snapshot of its last read and asks for the changes that this snapshot does not
-- contain.
create table offer_changes (
  written_by xid8 not null default pg_current_xact_id(),
  -- Null: so many offers changed at once that all must be read again.
  request_id uuid,
  changed_at timestamptz not null default now(),
  constraint offer_changes_once unique nulls not distinct (written_by, request_id)
);

-- One row: changes up to this transaction may have been deleted. A process whose last read was earlier must read all
-- offers again.
create table offer_changes_pruned (
  id      boolean primary key default true check (id),
  through xid8 not null
);
insert into offer_changes_pruned (through) values ('0');

-- Triggers, because offers are also deleted by cascade (with a request or an account) and inserted by COPY (demo
-- data).
create function log_offer_changes() returns trigger language plpgsql as $$
begin
  if (select count(*) from changed) > 1000 then
    insert into offer_changes (request_id) values (null) on conflict do nothing;
  else
    insert into offer_changes (request_id)
      select distinct request_id from changed where request_id is not null
      on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger offers_come after insert on offers referencing new table as changed
  for each statement execute function log_offer_changes();
create trigger offers_go after delete on offers referencing old table as changed
  for each statement execute function log_offer_changes();
create trigger offers_change after update on offers referencing new table as changed
  for each statement execute function log_offer_changes();

-- Requests whose offer is new, until the teachers concerned have been notified.
create table offers_to_announce (
  request_id uuid primary key references requests on delete cascade,
  offered_at timestamptz not null
);
create index offers_to_announce_by_age on offers_to_announce (offered_at);

-- Alerts of the product store no text: the text is built in the reader's language from the columns below.
alter table alerts
  alter column message drop not null,
  drop constraint alerts_kind_check,
  drop constraint alerts_message_has_sender,
  -- The recipient's request that the alert is about, if any.
  add column request_id       uuid references requests on delete cascade,
  -- The teacher whose request caused the alert.
  add column about_user_id    uuid references users on delete cascade,
  add column about_request_id uuid references requests on delete set null,
  -- The block that the recipient would move to.
  add column block            text,
  add column ring_length      smallint check (ring_length between 3 and 10),
  add constraint alerts_kind_check check (kind in ('message', 'perfect_match', 'ring')),
  add constraint alerts_are_whole check (
    case kind
      when 'message' then from_user_id is not null and message is not null
      when 'ring' then from_user_id is null and block is not null and ring_length is not null
      else from_user_id is null and (message is not null or block is not null)
    end
  );
create unique index alerts_one_per_new_request on alerts (to_user_id, about_request_id, kind)
  where about_request_id is not null;
create index alerts_of_product_unread on alerts (to_user_id, kind)
  where kind <> 'message' and read_at is null and hidden_at is null;
create index alerts_by_about_user on alerts (about_user_id) where about_user_id is not null;
create index alerts_by_about_request on alerts (about_request_id) where about_request_id is not null;
create index alerts_by_request on alerts (request_id) where request_id is not null;
