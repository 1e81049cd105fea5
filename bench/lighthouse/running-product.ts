import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { BrowserContext } from '@playwright/test';
import { solveCaptcha } from '../../apps/server/test/testing/factories.ts';
import { callerOf } from '../../apps/server/test/testing/server-process.ts';
import { until } from '../servers/until.ts';

const main = resolve(import.meta.dirname, '../../apps/server/src/main.ts');

/** The session of a teacher: what the browser keeps. */
export interface Session {
  readonly token: string;
  readonly user: object;
}

interface Login {
  readonly email: string;
  readonly password: string;
}

/** The product with its demo teachers, in a database of its own that is gone afterwards. */
export interface RunningProduct {
  readonly address: string;
  /** Signs the demo teacher in who has most to see. */
  readonly signIn: () => Promise<Session>;
  readonly stop: () => Promise<void>;
}

/** Starts the product as `npm start` does. @throws {Error} when it does not start. */
export async function startProduct(): Promise<RunningProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-lighthouse-'));
  const env = { ...process.env, PORT: '0', DATA_DIR: folder, DATABASE_URL: '', RATE_LIMIT: 'off' };
  // Over the channel it hears, and stops, when the bench is ended without a word.
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const stop = async () => {
    const exit = new Promise((ended) => child.once('exit', ended));
    if (child.exitCode === null && child.kill('SIGTERM')) await exit;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { address, login } = await announcementOf(child.stdout);
    await until(() => isPlanned(address));
    return { address, stop, signIn: () => signIn(address, login) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Keeps the session of the demo teacher in a browser, as after an earlier visit. */
export async function keepSession(context: BrowserContext, product: RunningProduct): Promise<void> {
  const tab = await context.newPage();
  await tab.goto(`${product.address}/robots.txt`);
  await tab.evaluate(
    ({ token, user }) => {
      localStorage.setItem('token', token);
      localStorage.setItem('user', JSON.stringify(user));
    },
    await product.signIn(),
  );
  await tab.close();
}

/** After its first start the product plans at once, which would take the processor from what is measured. */
async function isPlanned(address: string): Promise<boolean> {
  const response = await fetch(`${address}/api/plan`);
  const plan = (await response.json()) as { isPlanned: boolean };
  return plan.isPlanned;
}

/** What the product says of itself when it has started: where it is, then the demo logins. */
async function announcementOf(output: Readable | null): Promise<{ address: string; login: Login }> {
  if (output === null) throw new Error('The product has no output');
  let address = '';
  for await (const line of createInterface({ input: output })) {
    address = /http:\/\/localhost:\d+/.exec(line)?.[0] ?? address;
    const [, email, password] = /Teacher: (\S+) \/ (\S+)/.exec(line) ?? [];
    if (email === undefined || password === undefined) continue;
    output.resume();
    return { address, login: { email, password } };
  }
  throw new Error('The product ended before it said where it is');
}

async function signIn(address: string, login: Login): Promise<Session> {
  const product = callerOf(address);
  const body = { ...login, ...(await solveCaptcha(product)) };
  const response = await product.call({ method: 'POST', url: '/api/auth/login', body });
  if (response.statusCode !== 200)
    throw new Error(`The demo teacher could not sign in: ${response.statusCode}`);
  return response.json<Session>();
}
