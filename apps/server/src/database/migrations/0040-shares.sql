-- Number of visits through shared links per day in India's time: a count, without data about visitors.
create table share_visits (
  day    date not null,
  kind   text not null check (kind in ('invitation', 'missing')),
  visits integer not null check (visits > 0),
  primary key (day, kind)
);

-- Kind of shared link through which a teacher registered.
alter table users add column came_by text check (came_by in ('invitation', 'missing'));
