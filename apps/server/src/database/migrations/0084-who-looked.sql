-- Teachers whom a call showed to an administrator, for the list of people who looked at a teacher.
create index audit_log_people on audit_log using gin ((details -> 'people')) where action = 'look.people';
