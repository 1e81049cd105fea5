-- Deadline of the next step after a proposal, if an administrator set a later one. The deadline of a proposal is
-- `deadline`.
alter table agreements add column extended_until timestamptz;

-- Day of the joining report, and time at which the service record was moved (portal, payroll). The office records
-- both.
alter table agreement_members
  add column joined_on date,
  add column record_moved_at timestamptz;
create index agreement_members_by_block on agreement_members (from_block, agreement_id);

-- Steps that an administrator recorded, with the reason. `words` still has the texts of members. `concerns` is the
-- step that was undone.
alter table agreement_steps
  add column is_recorded boolean not null default false,
  add column recorded_by uuid references users on delete set null,
  add column office_reason text check (char_length(office_reason) <= 300),
  add column concerns text,
  drop constraint agreement_steps_kind_check,
  add constraint agreement_steps_kind_check check (kind in
    ('proposed', 'yes', 'no', 'leave', 'submitted', 'otp', 'ordered', 'joined', 'end', 'agreed', 'completed',
     'extended', 'undone', 'record_moved'));
create index agreement_steps_by_recorder on agreement_steps (recorded_by) where recorded_by is not null;

-- Orders of the department. A withdrawn one stays, because its printed code must answer "not valid".
create table transfer_orders (
  id           uuid primary key,
  agreement_id uuid not null references agreements on delete cascade,
  number       text not null check (char_length(number) between 1 and 80),
  ordered_on   date not null,
  authority    text,
  office       text,
  code         text not null unique,
  recorded_by  uuid references users on delete set null,
  recorded_at  timestamptz not null,
  withdrawn_at timestamptz
);
create unique index transfer_orders_once on transfer_orders (agreement_id, number) where withdrawn_at is null;
create index transfer_orders_by_recorder on transfer_orders (recorded_by) where recorded_by is not null;
create index transfer_orders_by_number on transfer_orders (lower(number));

create table transfer_order_members (
  order_id     uuid not null references transfer_orders on delete cascade,
  agreement_id uuid not null,
  position     smallint not null,
  primary key (order_id, position),
  foreign key (agreement_id, position) references agreement_members (agreement_id, position) on delete cascade
);
create index transfer_order_members_by_member on transfer_order_members (agreement_id, position);

-- Short number that papers print, for searches and for files of orders.
create index agreements_by_number on agreements (upper(right(id::text, 8)));
