-- Why the latest plan of the night moves each teacher or not, by the codes of packages/domain/src/plan.ts; replaced each night.
create table plan_reasons (
  user_id uuid primary key references users on delete cascade,
  reason  text not null
);

-- The best plan so far of the one that is being computed, and what no plan exceeds, in teachers; null before the deep part of it.
alter table plan_progress
  add column best  double precision,
  add column bound double precision;
