-- Rank of an open request among those of its teacher, 1 for the first choice; null for requests that were never ranked, which come last.
alter table requests add column own_rank smallint;
