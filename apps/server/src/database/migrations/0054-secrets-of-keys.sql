-- Id of the secret with which the call was hashed: a key that was stored under another secret is treated as unknown. Null in rows of the
-- previous version.
alter table idempotency_keys add column secret_mark text;
