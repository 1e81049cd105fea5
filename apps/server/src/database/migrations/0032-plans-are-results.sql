-- Plans that wait, run, or ended without a result are jobs of pg-boss; `plans` contains only results.

delete from plans where status <> 'completed';
drop index plans_one_under_way;
drop index plans_completed;
drop index plans_of_the_night;
alter table plans
  drop column status,
  drop column progress,
  drop column started_at,
  drop column heartbeat_at,
  drop column error,
  alter column finished_at set not null,
  alter column figures set not null;
create index plans_by_end on plans (finished_at desc);
create index plans_of_the_night on plans (finished_at desc) where is_nightly;

-- Progress of the running plan, from 0 to 1. Its id is the id of its job.
create table plan_progress (
  plan_id  uuid primary key,
  progress double precision not null check (progress between 0 and 1)
);
