-- A block is told to the open screens of the one who made it alone. What the blocked one is shown is worked out anew when they ask, and their
-- streams, which follow the ids of people, are told nothing: the moment would say who was blocked (offers/live-streams.ts).
drop trigger blocks_come_to_answers on blocks;
drop trigger blocks_change_answers on blocks;
drop trigger blocks_go_from_answers on blocks;

create trigger blocks_come_to_answers after insert on blocks referencing new table as changed for each statement
  execute function log_answer_changes('select unnest(array[blocker_id::text, ''blocked '' || blocked_id, ''blocks'']) from changed');
create trigger blocks_go_from_answers after delete on blocks referencing old table as changed for each statement
  execute function log_answer_changes('select unnest(array[blocker_id::text, ''blocked '' || blocked_id, ''blocks'']) from changed');
