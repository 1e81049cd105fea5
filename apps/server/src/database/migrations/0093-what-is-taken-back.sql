-- School that a member left by a joining, and the day on which they had joined it. The office restores both when it
-- undoes the joining.
alter table requests
  add column left_school text,
  add column left_school_joined_on date;

-- A step that the office undoes stays in the history: as a row of kind "undone" with the former kind in "concerns"
-- and this time.
alter table agreement_steps add column taken_back_at timestamptz;
