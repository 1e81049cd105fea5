import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { createTokens, tokenSecret } from './tokens.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-secret-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the secret that signs tokens', () => {
  it('is created once if none is configured, and can be read only by its owner', async () => {
    const config = { tokenSecret: undefined, dataFolder: join(folder, 'data') };
    const secret = await tokenSecret(config);
    expect(secret.length).toBeGreaterThanOrEqual(64);
    expect(await tokenSecret(config)).toBe(secret);
    const { mode } = await stat(join(folder, 'data', 'token-secret'));
    expect(mode & 0o777).toBe(0o600);
    expect(await tokenSecret({ ...config, dataFolder: join(folder, 'other') })).not.toBe(secret);
  });

  it('must be configured in production, where rate limits cannot be disabled either', () => {
    expect(() => readConfig({ NODE_ENV: 'production', RATE_LIMIT: 'off' })).toThrow(
      /TOKEN_SECRET[\s\S]*RATE_LIMIT/,
    );
  });
});

describe('a token', () => {
  const expiresAt = new Date('2026-03-01T12:00:00Z');
  const session = { id: 'the-session', userId: 'the-person', expiresAt };
  const before = new Date(expiresAt.getTime() - 1);

  it('is valid until it expires, however often it was read before', async () => {
    const tokens = createTokens('s'.repeat(32));
    const token = await tokens.sign(session);
    expect(await tokens.read(token, before)).toBe('the-session');
    expect(await tokens.read(token, before)).toBe('the-session');
    expect(await tokens.read(token, expiresAt)).toBeUndefined();
    expect(await tokens.read(token, before)).toBe('the-session');
  });

  it('that another server signed, or that was changed, is invalid', async () => {
    const tokens = createTokens('s'.repeat(32));
    const token = await tokens.sign(session);
    await tokens.read(token, before);
    const forged = await createTokens('t'.repeat(32)).sign(session);
    const [header, , signature] = token.split('.');
    const [, otherPayload] = (await tokens.sign({ ...session, id: 'another-session' })).split('.');
    for (const wrong of [forged, `${header}.${otherPayload}.${signature}`, `${token}x`, '', 'x']) {
      expect(await tokens.read(wrong, before)).toBeUndefined();
    }
  });
});
