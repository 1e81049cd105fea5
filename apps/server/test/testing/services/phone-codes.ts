import { expect } from 'vitest';
import { solveCaptcha } from '../factories.ts';
import type { TestApp } from '../test-app.ts';

/**
 * Requests a code to a phone after the security check.
 * @returns the code, which the sandbox shows.
 */
export async function askForCode(test: TestApp, phone: string | null): Promise<string> {
  const body = { phone, ...(await solveCaptcha(test)) };
  const answer = await test.call({ method: 'POST', url: '/api/auth/phone-codes', body });
  expect(answer.statusCode, answer.body).toBe(202);
  return String(answer.json().sandboxCode);
}

/** Returns a code of six digits other than this one. */
export function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
