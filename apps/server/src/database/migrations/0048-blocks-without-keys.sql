-- A block is logged for the teacher who made it alone: their open screens are told. Answers of others are worked out at each call, so no key
-- of a block is needed to keep them fresh.
drop trigger blocks_come_to_answers on blocks;
drop trigger blocks_go_from_answers on blocks;

create trigger blocks_come_to_answers after insert on blocks referencing new table as changed for each statement
  execute function log_answer_changes('select blocker_id::text from changed');
create trigger blocks_go_from_answers after delete on blocks referencing old table as changed for each statement
  execute function log_answer_changes('select blocker_id::text from changed');
