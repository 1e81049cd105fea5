import { createHmac } from 'node:crypto';
import { comparisonKey } from '@mutual-transfer/domain/language/comparison';

/** Returns a keyed hash, used to compare texts without storing them. */
export type KeyedHash = (text: string) => string;

/** Creates a keyed hash (HMAC-SHA256). Without the key, phone numbers cannot be found by hashing all of them. */
export function createKeyedHash(secret: string): KeyedHash {
  return (text) =>
    createHmac('sha256', `seal of ${secret}`).update(comparisonKey(text)).digest('base64url').slice(0, 22);
}

const typedFields = new Set(['search', 'perfectSearch', 'potentialSearch']);

/** Returns an administrator's query with hashes in place of typed text, which may contain names and phone numbers. */
export function withoutTyped(details: object, keyedHash: KeyedHash): Record<string, unknown> {
  const entries = Object.entries(details).map(([field, value]) => [
    field,
    typedFields.has(field) && typeof value === 'string' && value !== '' ? keyedHash(value) : value,
  ]);
  return Object.fromEntries(entries);
}
