-- Visitors see the figures of the nightly plan; plans of administrators are shown in the Admin Panel only. A null
-- administrator does not identify a nightly plan, because an administrator's account may be erased.

alter table plans add column is_nightly boolean not null default false;
update plans set is_nightly = requested_by is null;
create index plans_of_the_night on plans (finished_at desc) where status = 'completed' and is_nightly;
