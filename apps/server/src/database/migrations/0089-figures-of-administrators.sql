-- Counts of teachers and their days of registration read only this index; without the included columns they would
-- read the whole table.
drop index users_newest;
create index users_newest on users (id desc) include (created_at, is_active, paid_at, verified_at, came_by) where role = 'teacher';

create index requests_by_day on requests (created_at);
create index requests_pending on requests (id) where status = 'pending';
