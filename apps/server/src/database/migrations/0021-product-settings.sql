-- What administrators set for the whole product beside the fee. One row: the key can only be true.
create table product_settings (
  id            boolean primary key default true check (id),
  -- Null: the address that the server was started with.
  support_email text
);
insert into product_settings default values;
