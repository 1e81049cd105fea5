import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldSentences } from './language/messages/field-sentences.ts';
import { messagesIn } from './language/packs/language-packs.ts';
import { wholeFrom } from './whole-number.ts';

const schema = z.object({ hours: wholeFrom(1, 336) });

test('a whole number of the range is accepted, and the message about another number states the range', () => {
  for (const hours of [1, 336]) expect(schema.safeParse({ hours }).success).toBe(true);
  for (const hours of [0, 337, 1.5]) {
    const { error } = schema.safeParse({ hours });
    const { hours: sentence } = fieldSentences(error?.issues ?? [], messagesIn('en'));
    expect(sentence).toBe('Please give a number from 1 to 336.');
  }
});

test('the description of a whole number has its range', () => {
  const described = z.toJSONSchema(schema).properties?.hours;
  expect(described).toMatchObject({ type: 'integer', minimum: 1, maximum: 336 });
});
