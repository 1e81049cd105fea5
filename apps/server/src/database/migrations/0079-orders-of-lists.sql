-- Lists of administrators are sorted by these columns, a page at a time, in both directions; the index of migration
-- 0083 sorts them by district.
create index users_by_name on users (lower(name), id) where role = 'teacher';
create index users_by_subject on users (subject, id) where role = 'teacher';
create index users_by_school on users (lower(school_name), id) where role = 'teacher';
