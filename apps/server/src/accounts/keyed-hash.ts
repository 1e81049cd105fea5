import { createHmac } from 'node:crypto';
import { comparisonKey } from '@mutual-transfer/domain/language/comparison-key';

/** Makes of a text what tells whether two texts are the same, and nothing else of them. */
export type Seal = (text: string) => string;

/** A keyed hash (HMAC-SHA256), so that phone numbers cannot be found by trying them all. */
export function createSeal(secret: string): Seal {
  return (text) =>
    createHmac('sha256', `seal of ${secret}`).update(comparisonKey(text)).digest('base64url').slice(0, 22);
}

const typedFields = new Set(['search', 'perfectSearch', 'potentialSearch']);

/** What an administrator asked for, with a seal in place of what was typed: names and numbers of people. */
export function withoutTyped(details: object, seal: Seal): Record<string, unknown> {
  const entries = Object.entries(details).map(([field, value]) => [
    field,
    typedFields.has(field) && typeof value === 'string' && value !== '' ? seal(value) : value,
  ]);
  return Object.fromEntries(entries);
}
