-- What the product plans by itself every night is what visitors are told; what an administrator tries stays in the panel.
-- The account of an administrator may be erased, so their absence tells nothing.

alter table plans add column is_nightly boolean not null default false;
update plans set is_nightly = requested_by is null;
create index plans_of_the_night on plans (finished_at desc) where status = 'completed' and is_nightly;
