-- A request that an agreement completed is a record. Its owner can hide it from their own list.
alter table requests add column is_hidden boolean not null default false;
