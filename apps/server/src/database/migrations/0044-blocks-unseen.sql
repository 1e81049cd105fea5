-- A block is sent only to the open screens of the teacher who made it. The answers of the blocked teacher are
-- computed at each call, and their streams, which follow the ids of people, receive nothing: the moment would reveal
-- the block.
drop trigger blocks_come_to_answers on blocks;
drop trigger blocks_change_answers on blocks;
drop trigger blocks_go_from_answers on blocks;

create trigger blocks_come_to_answers after insert on blocks referencing new table as changed for each statement
  execute function log_answer_changes('select unnest(array[blocker_id::text, ''blocked '' || blocked_id, ''blocks'']) from changed');
create trigger blocks_go_from_answers after delete on blocks referencing old table as changed for each statement
  execute function log_answer_changes('select unnest(array[blocker_id::text, ''blocked '' || blocked_id, ''blocks'']) from changed');
