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

/** Session of a teacher as the browser stores it. */
export interface Session {
  readonly token: string;
  readonly user: object;
}

interface Login {
  readonly email: string;
  readonly password: string;
}

/** Running product with demo teachers, in its own database, which is deleted afterwards. */
export interface RunningProduct {
  readonly address: string;
  /** Signs in the demo teacher with the most data. */
  readonly signIn: () => Promise<Session>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the product as `npm start` does.
 * @throws {Error} if it does not start.
 */
export async function startProduct(): Promise<RunningProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-lighthouse-'));
  const env = { ...process.env, PORT: '0', DATA_DIR: folder, DATABASE_URL: '', RATE_LIMIT: 'off' };
  // The IPC channel closes if the bench is killed, which makes the child exit.
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

/** Stores the session of the demo teacher in a browser, as after an earlier visit. */
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

/**
 * Returns true once the first plan is done. The product computes it right after its first start, which would distort
 * the measurements.
 */
async function isPlanned(address: string): Promise<boolean> {
  const response = await fetch(`${address}/api/plan`);
  const plan = (await response.json()) as { isPlanned: boolean };
  return plan.isPlanned;
}

/** Returns what the product prints once it has started: its address, then the demo logins. */
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
