-- Block that a member left by a joining. Null if the joining changed no posting: the member had stated the new posting before. The office takes a
-- joining back to this block, with the school and the day beside it.
alter table requests add column left_block text;
