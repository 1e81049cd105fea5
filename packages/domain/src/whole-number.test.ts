import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldSentences } from './language/messages.ts';
import { messagesIn } from './language/packs/language-packs.ts';
import { wholeFrom, wholeFromText } from './query-parameters.ts';

const schema = z.object({ hours: wholeFrom(1, 336) });

function hoursSentence(given: z.ZodType, body: unknown): string | undefined {
  const { error } = z.object({ hours: given }).safeParse(body, { reportInput: true });
  return fieldSentences(error?.issues ?? [], messagesIn('en')).hours;
}

test('a whole number of the range is accepted, and the message about another number states the range', () => {
  for (const hours of [1, 336]) expect(schema.safeParse({ hours }).success).toBe(true);
  for (const hours of [0, 337, 1.5]) {
    const { error } = schema.safeParse({ hours });
    const { hours: sentence } = fieldSentences(error?.issues ?? [], messagesIn('en'));
    expect(sentence).toBe('Please give a number from 1 to 336.');
  }
});

test.each([
  ['a body', wholeFrom(1, 336), [337, 1.5, '12', true, null, [12]]],
  ['a query string', wholeFromText(1, 336), ['337', '1.5', '', ' 12', 'abc', ['12', '13']]],
])('%s gets the range for a number outside it and for a wrong type', (_place, given, wrong) => {
  const sentences = wrong.map((hours) => hoursSentence(given, { hours }));
  expect(new Set(sentences)).toEqual(new Set(['Please give a number from 1 to 336.']));
  expect(hoursSentence(given, {})).toBe('Please fill in this field.');
});

test('the description of a whole number has its range', () => {
  const described = z.toJSONSchema(schema).properties?.hours;
  expect(described).toMatchObject({ type: 'integer', minimum: 1, maximum: 336 });
});
