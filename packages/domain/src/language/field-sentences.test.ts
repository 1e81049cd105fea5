import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldSentences } from './messages.ts';
import { messages as english } from './packs/en/messages.ts';
import { messagesIn } from './packs/language-packs.ts';

function sentencesOf(schema: z.ZodType, input: unknown) {
  const { error } = schema.safeParse(input);
  return fieldSentences(error?.issues ?? [], messagesIn('en'));
}

describe('sentences by field', () => {
  const schema = z.strictObject({
    plain: z.string(),
    keyed: z.string({ error: 'field.required' }).min(3, { error: 'text.tooShort' }),
    choice: z.enum(['one', 'two']),
    long: z.string().max(4),
    inner: z.strictObject({ flag: z.boolean() }),
  });
  const good = { plain: 'a', keyed: 'abc', choice: 'one', long: 'abcd', inner: { flag: true } };

  test('are empty for valid input', () => {
    expect(sentencesOf(schema, good)).toEqual({});
  });

  test('describe the error at each field, with nested paths joined by dots', () => {
    expect(sentencesOf(schema, { ...good, plain: undefined })).toEqual({ plain: english['field.required'] });
    expect(sentencesOf(schema, { ...good, choice: 'three' })).toEqual({ choice: english['field.choice'] });
    expect(sentencesOf(schema, { ...good, long: 'abcde' })).toEqual({
      long: 'Please write at most 4 characters.',
    });
    expect(Object.keys(sentencesOf(schema, { ...good, inner: { flag: 'yes' } }))).toEqual(['inner.flag']);
  });

  test('ask for a field that is absent, even if the schema has a message about its type', () => {
    const dated = z.object({ opens: z.iso.datetime({ error: 'field.invalid' }) });
    const sentenceFor = (input: object) => {
      const { error } = dated.safeParse(input, { reportInput: true });
      return fieldSentences(error?.issues ?? [], messagesIn('en')).opens;
    };
    expect(sentenceFor({})).toBe(english['field.required']);
    expect(sentenceFor({ opens: 'soon' })).toBe(english['field.invalid']);
    expect(sentenceFor({ opens: 7 })).toBe(english['field.invalid']);
  });

  test('name every unknown field', () => {
    expect(sentencesOf(schema, { ...good, role: 'admin', inner: { flag: true, extra: 1 } })).toEqual({
      role: english['field.unknown'],
      'inner.extra': english['field.unknown'],
    });
  });

  test('give only the first error of a field', () => {
    const twice = z.string().min(2, { error: 'text.tooShort' }).regex(/x/, { error: 'field.invalid' });
    expect(sentencesOf(z.object({ field: twice }), { field: '' }).field).toBe(english['text.tooShort']);
  });
});

test('at most a hundred of the unknown fields of a body get a sentence', () => {
  const unknown = Object.fromEntries(Array.from({ length: 7_000 }, (_, number) => [`field${number}`, 1]));
  expect(Object.keys(sentencesOf(z.strictObject({}), unknown))).toHaveLength(100);
  const list = Array.from({ length: 200 }, () => unknown);
  expect(Object.keys(sentencesOf(z.array(z.strictObject({})), list))).toHaveLength(100);
});
