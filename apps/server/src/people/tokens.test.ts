import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { tokenSecret } from './tokens.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-secret-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the secret that signs tokens', () => {
  it('is made once where none is given, and kept for this machine’s eyes only', async () => {
    const config = { tokenSecret: undefined, dataFolder: join(folder, 'data') };
    const secret = await tokenSecret(config);
    expect(secret.length).toBeGreaterThanOrEqual(64);
    expect(await tokenSecret(config)).toBe(secret);
    const { mode } = await stat(join(folder, 'data', 'token-secret'));
    expect(mode & 0o777).toBe(0o600);
    expect(await tokenSecret({ ...config, dataFolder: join(folder, 'other') })).not.toBe(secret);
  });

  it('must be given in production, where limits cannot be lifted either', () => {
    expect(() => readConfig({ NODE_ENV: 'production', RATE_LIMIT: 'off' })).toThrow(
      /TOKEN_SECRET[\s\S]*RATE_LIMIT/,
    );
  });
});
