-- The rules of a swap as dated rows. packages/domain/src/matching/policy-rules.ts defines the kinds and their values.
-- Of each kind the row with the latest first day that is not in the future applies; of several rows of one day, the
-- row written last.
create table policy_rules (
  -- A UUIDv7 created at created_at.
  id         uuid primary key,
  kind       text not null,
  value      jsonb not null,
  -- First day of validity, in India's time.
  valid_from date not null,
  -- Order or decision that sets the rule, and its address.
  source     text not null check (char_length(source) between 1 and 300),
  link       text check (char_length(link) <= 500),
  -- Null: the product itself, or an administrator whose account was erased.
  written_by uuid references users on delete set null,
  created_at timestamptz not null
);
create index policy_rules_by_writer on policy_rules (written_by) where written_by is not null;

-- Rows cannot be updated: a change of a rule is a new row.
create function refuse_change_of_rule() returns trigger language plpgsql as $$
begin
  raise exception 'a rule is not overwritten: write another one';
end $$;
create trigger policy_rules_stay before update of id, kind, value, valid_from, source, link, created_at on policy_rules
  for each row execute function refuse_change_of_rule();

insert into policy_rules (id, kind, value, valid_from, source, created_at) values
  ('01970000-0000-7000-8000-000000000001', 'largestGroup', '10', '2025-06-01',
   'Order of the state of Bihar on mutual transfers, June 2025: groups of up to ten', '2025-06-01T00:00:00Z'),
  ('01970000-0000-7000-8000-000000000002', 'mustBeEqual', '["subject", "classRange", "category"]', '2025-06-01',
   'Order of the state of Bihar on mutual transfers, June 2025: one category and one subject; specification of this product: one class level',
   '2025-06-01T00:00:00Z');

-- The rules limit the size of a group; the constraints only exclude impossible sizes.
alter table plans drop constraint plans_max_ring_check, add constraint plans_max_ring_check check (max_ring >= 2);
alter table rounds drop constraint rounds_max_ring_check, add constraint rounds_max_ring_check check (max_ring >= 2);
alter table agreements drop constraint agreements_size_check, add constraint agreements_size_check check (size >= 2);
alter table agreement_members drop constraint agreement_members_position_check,
  add constraint agreement_members_position_check check (position >= 0);

-- In plans of earlier versions no stratum mixes attributes.
update plans set figures = jsonb_set(figures, '{strata}', (
  select coalesce(jsonb_agg(stratum || '{"mixes": []}'), '[]') from jsonb_array_elements(figures -> 'strata') as stratum
)) where figures is not null;
