-- Address of the state portal where groups submit their swaps. Null: the steps of an agreement show no link.
alter table product_settings add column portal_url text;
