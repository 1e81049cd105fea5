-- A block is logged only for the teacher who made it, to notify their open screens. Answers of others are computed at
-- each call, so they need no key of a block.
drop trigger blocks_come_to_answers on blocks;
drop trigger blocks_go_from_answers on blocks;

create trigger blocks_come_to_answers after insert on blocks referencing new table as changed for each statement
  execute function log_answer_changes('select blocker_id::text from changed');
create trigger blocks_go_from_answers after delete on blocks referencing old table as changed for each statement
  execute function log_answer_changes('select blocker_id::text from changed');
