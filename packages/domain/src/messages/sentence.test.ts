import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { english } from './english.ts';
import { hindi } from './hindi.ts';
import { fieldSentences, isMessageKey, sentence } from './sentence.ts';

function sentencesOf(schema: z.ZodType, input: unknown) {
  const { error } = schema.safeParse(input);
  return fieldSentences(error?.issues ?? [], english);
}

describe('a sentence', () => {
  test('is filled in by name', () => {
    expect(sentence(english, 'number.range', { minimum: 1, maximum: 9 })).toBe(
      'Please give a number from 1 to 9.',
    );
    expect(sentence(hindi, 'number.range', { minimum: 1, maximum: 9 })).toContain('1');
  });

  test('keeps what nothing was given for', () => {
    expect(sentence(english, 'text.tooLong')).toContain('{maximum}');
  });

  test('shows a value as it is, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string(), (subject) => {
        expect(sentence(english, 'criterion.subject', { subject })).toBe(`Same subject: ${subject}`);
      }),
    );
  });
});

test('a message key is one of the sentences and nothing inherited', () => {
  expect(isMessageKey('field.required')).toBe(true);
  for (const other of ['', 'toString', 'constructor', '__proto__', 'field']) {
    expect(isMessageKey(other)).toBe(false);
  }
});

describe('sentences by field', () => {
  const schema = z.strictObject({
    plain: z.string(),
    keyed: z.string({ error: 'field.required' }).min(3, { error: 'text.tooShort' }),
    choice: z.enum(['one', 'two']),
    long: z.string().max(4),
    inner: z.strictObject({ flag: z.boolean() }),
  });
  const good = { plain: 'a', keyed: 'abc', choice: 'one', long: 'abcd', inner: { flag: true } };

  test('are none for good input', () => {
    expect(sentencesOf(schema, good)).toEqual({});
  });

  test('say what is wrong at each field, nested ones by dots', () => {
    expect(sentencesOf(schema, { ...good, plain: undefined })).toEqual({ plain: english['field.required'] });
    expect(sentencesOf(schema, { ...good, choice: 'three' })).toEqual({ choice: english['field.choice'] });
    expect(sentencesOf(schema, { ...good, long: 'abcde' })).toEqual({
      long: 'Please write at most 4 characters.',
    });
    expect(Object.keys(sentencesOf(schema, { ...good, inner: { flag: 'yes' } }))).toEqual(['inner.flag']);
  });

  test('name every unknown field', () => {
    expect(sentencesOf(schema, { ...good, role: 'admin', inner: { flag: true, extra: 1 } })).toEqual({
      role: english['field.unknown'],
      'inner.extra': english['field.unknown'],
    });
  });

  test('say only the first thing about a field', () => {
    const twice = z.string().min(2, { error: 'text.tooShort' }).regex(/x/, { error: 'field.invalid' });
    expect(sentencesOf(z.object({ field: twice }), { field: '' }).field).toBe(english['text.tooShort']);
  });
});
