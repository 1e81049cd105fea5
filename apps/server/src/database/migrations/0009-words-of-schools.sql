-- Words that occur in many names of schools are looked up as whole words from now on: a request stores each of them
-- that one of its words begins with.
update requests
set search = requests.search || array_to_tsvector(held.words)
from (
  select requests.id, array_agg(word) as words
  from unnest(array[
    'uchcha', 'navsrijit', 'bigha', 'dih', 'chak', 'purvi', 'pashchimi',
    'नवसृजित', 'बिगहा', 'डीह', 'चक', 'पूर्वी', 'पश्चिमी'
  ]) as word
  join requests on requests.search @@ (quote_literal(word) || ':*')::tsquery
    and not requests.search @@ quote_literal(word)::tsquery
  group by requests.id
) as held
where held.id = requests.id;
