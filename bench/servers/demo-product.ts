import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { solveCaptcha } from '../../apps/server/test/testing/factories.ts';
import { type ServerProcess, startServer } from '../../apps/server/test/testing/processes/server-process.ts';
import { until } from './until.ts';

/** Running product with demo teachers, in its own database, which is deleted afterwards. */
export interface DemoProduct {
  readonly address: string;
  /** Stores in a browser what an earlier visit would have stored. */
  readonly prepare: (context: BrowserContext, visitor: Visitor) => Promise<void>;
}

/** Person whose browser is prepared. */
export interface Visitor {
  readonly language?: string;
  /** True to sign in the browser as the demo teacher with the most data. */
  readonly isSignedIn?: boolean;
}

/** Runs the work on a product that is started as `npm start` does, and whose first plan is done. */
export async function withDemoProduct<Result>(
  work: (product: DemoProduct) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-bench-'));
  try {
    const server = await startServer({ DATA_DIR: folder, DEMO: '1' });
    const prepare = (context: BrowserContext, visitor: Visitor) => prepareBrowser(context, server, visitor);
    const measured = async () => {
      await until(() => isPlanned(server));
      return work({ address: server.base, prepare });
    };
    return await measured().finally(server.stop);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The product computes its first plan right after its first start, which would distort the measurements. */
async function isPlanned({ call }: ServerProcess): Promise<boolean> {
  const response = await call({ url: '/api/plan' });
  return response.json<{ isPlanned: boolean }>().isPlanned;
}

async function prepareBrowser(context: BrowserContext, server: ServerProcess, visitor: Visitor) {
  const { language, isSignedIn } = visitor;
  if (language) await context.addCookies([{ name: 'language', value: language, url: server.base }]);
  if (isSignedIn) await storeSession(context, server);
}

async function storeSession(context: BrowserContext, server: ServerProcess) {
  const session = await signIn(server);
  const tab = await context.newPage();
  await tab.goto(`${server.base}/robots.txt`);
  await tab.evaluate(({ token, user }) => {
    localStorage.setItem('token', token);
    localStorage.setItem('user', JSON.stringify(user));
  }, session);
  await tab.close();
}

/** Signs in with the login that the product printed at its start. */
async function signIn({ lines, call }: ServerProcess): Promise<{ token: string; user: object }> {
  const [, email, password] = /Teacher: (\S+) \/ (\S+)/.exec(lines.join('\n')) ?? [];
  const body = { email, password, ...(await solveCaptcha({ call })) };
  const response = await call({ method: 'POST', url: '/api/auth/login', body });
  if (response.statusCode !== 200)
    throw new Error(`The demo teacher could not sign in: ${response.statusCode}`);
  return response.json();
}
