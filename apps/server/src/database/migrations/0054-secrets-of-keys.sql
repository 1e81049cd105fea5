-- Identifies the secret with which the call of a key was hashed, so that older keys are unknown after a change of the
-- secret. Null in rows of the previous version.
alter table idempotency_keys add column secret_mark text;
