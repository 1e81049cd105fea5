-- From now on a single letter is looked up as a whole word, like common words: a request stores the first letter of
-- each of its words. Marks, which contain an equals sign, are not words.
update requests
set search = requests.search || array_to_tsvector(held.letters)
from (
  select id, array_agg(distinct left(word, 1)) as letters
  from requests, unnest(tsvector_to_array(search)) as word
  where word not like '%=%'
  group by id
) as held
where held.id = requests.id;
