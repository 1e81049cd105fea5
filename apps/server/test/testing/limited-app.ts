import { createLimits } from '../../src/platform/limits.ts';
import { solveCaptcha } from './factories.ts';
import { startTestApp, type TestApp } from './test-app.ts';

export function startLimitedApp(): Promise<TestApp> {
  return startTestApp(({ db }) => ({ limits: createLimits(db, { visitorRowsADay: 3_000 }) }));
}

/** Returns a test function that runs the test on an app with limits. */
export function withLimits(test: (limited: TestApp) => Promise<void>): () => Promise<void> {
  return async () => {
    const limited = await startLimitedApp();
    try {
      await test(limited);
    } finally {
      await limited.close();
    }
  };
}

/** Returns the cookie of a browser that reads for the first time. */
export async function newBrowser(app: TestApp, address = '203.0.113.200'): Promise<string> {
  const { headers } = await app.call({ url: '/api/auth/captcha', address });
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

interface Attempt {
  email: string;
  address: string;
  password?: string;
  cookie?: string;
  proof?: string;
}

/** Tries to sign in, by default with a wrong password. */
export async function attempt(
  limited: TestApp,
  { email, address, password = 'guess', cookie, proof }: Attempt,
) {
  // Security checks are requested from another address, so that their budget has no effect here.
  const check = await solveCaptcha(limited);
  return limited.call({
    method: 'POST',
    url: '/api/auth/login',
    body: { email, password, ...check, ...(proof === undefined ? {} : { proof }) },
    address,
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });
}

export function statusesOf(answers: readonly { statusCode: number }[]): number[] {
  return answers.map(({ statusCode }) => statusCode);
}

/** Makes a number of calls in parallel. */
export function times<Result>(count: number, call: (number: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, number) => call(number)));
}
