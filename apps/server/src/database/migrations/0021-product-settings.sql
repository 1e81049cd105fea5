-- Settings of the whole product other than the fee, set by administrators. The table has one row, because the key can
-- only be true.
create table product_settings (
  id            boolean primary key default true check (id),
  -- Null: the address in the environment of the server.
  support_email text
);
insert into product_settings default values;
