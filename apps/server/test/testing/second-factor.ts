import { type TOTP, URI } from 'otpauth';
import { solveCaptcha } from './factories.ts';
import type { Caller } from './test-app.ts';

const PERIOD_MS = 30_000;

/** Sets up a second factor of an administrator who has none, then signs in with it. @returns the token of the session. */
export async function signInWithFactor(
  test: Caller,
  account: { email: string; password: string },
): Promise<string> {
  const send = async (url: string, body: object, token?: string) =>
    (await test.call({ method: 'POST', url, body, token })).json();
  const logIn = async () => send('/api/auth/login', { ...account, ...(await solveCaptcha(test)) });
  const { token: first } = await logIn();
  const { uri } = await send('/api/auth/factors', { password: account.password }, first);
  const totp = URI.parse(uri) as TOTP;
  await send('/api/auth/factors', { code: totp.generate() }, first);
  const { factorToken } = await logIn();
  // Each code is right once; that of the next period is right early.
  const code = totp.generate({ timestamp: Date.now() + PERIOD_MS });
  const { token } = await send('/api/auth/factor', { factorToken, code });
  return token;
}
