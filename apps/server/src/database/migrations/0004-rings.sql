-- What each server process follows to keep its graph of offers current, and the alerts of the product itself.

-- Which requests' offers changed, by the transaction that changed them. A transaction's number says nothing about when
-- it committed, so a reader remembers the snapshot it last read with and asks for what that snapshot did not see.
create table offer_changes (
  written_by xid8 not null default pg_current_xact_id(),
  -- Null: so many changed at once that all must be read anew.
  request_id uuid,
  changed_at timestamptz not null default now(),
  constraint offer_changes_once unique nulls not distinct (written_by, request_id)
);

-- One row: every change up to this transaction may be gone. Who last read before it must read all offers anew.
create table offer_changes_pruned (
  id      boolean primary key default true check (id),
  through xid8 not null
);
insert into offer_changes_pruned (through) values ('0');

-- By trigger, because offers also go by cascade (a request or an account deleted) and come by COPY (demo data).
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

-- Requests whose offer is new, until those whom it concerns have been told.
create table offers_to_announce (
  request_id uuid primary key references requests on delete cascade,
  offered_at timestamptz not null
);
create index offers_to_announce_by_age on offers_to_announce (offered_at);

-- The product's own alerts have no text: it is made in the reader's language from what they are about.
alter table alerts
  alter column message drop not null,
  drop constraint alerts_kind_check,
  drop constraint alerts_message_has_sender,
  -- The recipient's request it is about, if it is about one.
  add column request_id       uuid references requests on delete cascade,
  -- Whose request brought it about.
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
