import { expect, test } from 'vitest';
import { type ErrorCode, errorCodes, messageKeyOf } from './error-codes.ts';
import { messagesIn } from './language/packs/language-packs.ts';
import { problemSchema } from './problem.ts';

const codes = Object.keys(errorCodes) as ErrorCode[];

test.each(codes)('the code %s has a default text and is accepted in the body of an error', (code) => {
  expect(messagesIn('en').has(messageKeyOf(code))).toBe(true);
  expect(problemSchema.safeParse({ message: 'A sentence.', code, requestId: 'one' }).success).toBe(true);
});

test('only failures of the product itself are alarming', () => {
  for (const { status, alarming } of Object.values(errorCodes)) expect(alarming).toBe(status >= 500);
});

test('no code has the status 422', () => {
  expect(Object.values(errorCodes).map(({ status }) => Number(status))).not.toContain(422);
});

test('the body of an error with an unlisted code is rejected', () => {
  expect(problemSchema.safeParse({ message: 'A sentence.', code: 'other', requestId: 'one' }).success).toBe(
    false,
  );
});
