-- The department's number and the designation of a teacher, as the teacher states them. Offices search the number,
-- ignoring case. It is not unique, because a number stated by a stranger must not prevent its owner from stating it.
alter table users add column teacher_id text, add column designation text;
create index users_teacher_id on users (upper(teacher_id)) where teacher_id is not null;
