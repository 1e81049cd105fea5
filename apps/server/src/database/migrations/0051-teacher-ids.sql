-- The department's number of a teacher and the designation, as the teacher states them. Offices look teachers up by the number, whatever its
-- case; it is not unique, because a number that a stranger states must not refuse its owner.
alter table users add column teacher_id text, add column designation text;
create index users_teacher_id on users (upper(teacher_id)) where teacher_id is not null;
