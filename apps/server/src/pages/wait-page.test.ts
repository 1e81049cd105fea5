import { expect, it } from 'vitest';
import { startComposedApp } from '../../test/testing/test-app.ts';
import { AppError } from '../platform/errors.ts';
import { unlimited } from '../platform/limits.ts';

it('is a page in both languages with the time of the next try, never JSON', async () => {
  const refuse = async () => {
    throw new AppError('rate_limited', { retryAfterSeconds: 42 });
  };
  const test = await startComposedApp(() => ({ limits: { ...unlimited, reserve: refuse } }));
  try {
    for (const url of ['/', '/dashboard', '/login']) {
      const page = await test.call({ url, headers: { 'accept-language': 'hi' } });
      expect([page.statusCode, page.headers['content-type'], page.headers['retry-after']]).toEqual([
        429,
        'text/html; charset=utf-8',
        '42',
      ]);
      expect(page.headers['cache-control']).toBe('no-store');
      expect(page.body).toContain('<html lang="hi">');
      expect(page.body).toContain('This page opens by itself in <b>42</b> seconds.');
      expect(page.body).toContain('यह पेज <b>42</b> सेकंड में');
      expect(page.body.length).toBeLessThan(3_000);
      const [, nonce] = /<script nonce="([^"]+)"/.exec(page.body) ?? [];
      expect(page.headers['content-security-policy']).toContain(`script-src 'nonce-${nonce}'`);
    }
    const call = await test.call({ url: '/api/reference' });
    expect([call.statusCode, call.headers['content-type']]).toEqual([429, 'application/json; charset=utf-8']);
  } finally {
    await test.close();
  }
});
