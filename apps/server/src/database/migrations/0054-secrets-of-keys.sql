-- Tells which secret hashed the call of a key, so that after a change of the secret older keys are unknown. Null in rows of the version before.
alter table idempotency_keys add column secret_mark text;
