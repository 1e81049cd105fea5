-- How many came by shared links on each day of India's calendar: a count, and nothing of the visitors.
create table share_visits (
  day    date not null,
  kind   text not null check (kind in ('invitation', 'missing')),
  visits integer not null check (visits > 0),
  primary key (day, kind)
);

-- By which kind of shared link a teacher came to register.
alter table users add column came_by text check (came_by in ('invitation', 'missing'));
