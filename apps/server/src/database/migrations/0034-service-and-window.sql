-- Two more kinds of rules, which initially require nothing: docs/decisions/0018-rules-as-dated-rows.md.
insert into policy_rules (id, kind, value, valid_from, source, created_at) values
  ('01970000-0000-7000-8000-000000000003', 'minimumService', '0', '2025-06-01',
   'No order known to this product asks for a time of service before a mutual transfer', '2025-06-01T00:00:00Z'),
  ('01970000-0000-7000-8000-000000000004', 'openWindow', 'null', '2025-06-01',
   'No order known to this product limits the days on which groups are formed', '2025-06-01T00:00:00Z');

-- Day on which a teacher joined the present school, in India's time; null if not stated. No other teacher sees it.
alter table users add column joined_on date;
alter table offers add column joined_on date;

-- Deletes earlier trials, which have only two kinds of rules. They changed nothing and can be repeated in seconds.
delete from rule_trials;
