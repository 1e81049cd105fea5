-- Which form the words have that requests are found by; a server that starts brings older ones to its own (see
-- privacy/rewrite-search-words.ts).
alter table product_settings add column search_words_version integer not null default 0;
