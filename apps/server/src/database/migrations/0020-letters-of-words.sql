-- A single letter is looked up whole from now on, as common words are (see privacy/search-words.ts): a request holds the
-- first letter of each of its words. Marks, which hold an equals sign, are no words.
update requests
set search = requests.search || array_to_tsvector(held.letters)
from (
  select id, array_agg(distinct left(word, 1)) as letters
  from requests, unnest(tsvector_to_array(search)) as word
  where word not like '%=%'
  group by id
) as held
where held.id = requests.id;
