-- One column stores the content of a notice of the product, so that a new kind needs neither a column nor a
-- constraint.
alter table alerts add column details jsonb;

update alerts set details = jsonb_strip_nulls(jsonb_build_object('block', block, 'length', ring_length))
where block is not null;

alter table alerts
  drop constraint alerts_kind_check,
  drop constraint alerts_are_whole,
  drop column block,
  drop column ring_length,
  add constraint alerts_are_whole check (
    case kind
      when 'message' then from_user_id is not null and message is not null
      else from_user_id is null and (message is not null or details is not null)
    end
  );
