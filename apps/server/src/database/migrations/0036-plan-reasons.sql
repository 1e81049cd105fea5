-- Reason why the latest nightly plan moves each teacher or not, as a code of
-- packages/domain/src/matching/plan-reasons.ts; replaced each night.
create table plan_reasons (
  user_id uuid primary key references users on delete cascade,
  reason  text not null
);

-- Best result so far of the running plan, and its upper bound, in teachers; null before the deep search.
alter table plan_progress
  add column best  double precision,
  add column bound double precision;
