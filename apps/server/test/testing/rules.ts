import { expect } from 'vitest';
import type { TestTeacher } from './factories.ts';
import type { Caller } from './test-app.ts';

/** First day of tests in India's time. */
export const TODAY = '2026-06-15';

/** Adds a rule through the API, by default from today on. */
export async function writeRule(
  test: Caller,
  { token }: TestTeacher,
  { kind, value, validFrom = TODAY }: { kind: string; value: unknown; validFrom?: string },
): Promise<void> {
  const source = { source: 'Order of the department', link: 'https://example.org/order' };
  const body = { kind, value, validFrom, ...source };
  const response = await test.call({ method: 'POST', url: '/api/admin/rules', body, token });
  expect(response.statusCode, response.body).toBe(201);
}
