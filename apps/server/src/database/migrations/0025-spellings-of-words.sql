-- Version of the search words of a request. A server that starts with a higher version rewrites older words (see
-- members/rewrite-search-words.ts).
alter table product_settings add column search_words_version integer not null default 0;
