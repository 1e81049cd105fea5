import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base } from '@playwright/test';

const projectFolder = resolve(import.meta.dirname, '../..');

interface Product {
  readonly address: string;
  /** What its process was started with. */
  readonly environment: NodeJS.ProcessEnv;
  readonly stop: () => Promise<void>;
}

/**
 * The product as a person starts it, once for each worker: its own process, database and port, without demo data and
 * without limits. Journeys go to relative addresses.
 */
export const test = base.extend<
  { quietConsole: undefined },
  { product: Product; settings: Readonly<Record<string, string>> }
>({
  // What the operator sets beside what every journey needs.
  settings: [{}, { option: true, scope: 'worker' }],
  product: [
    async ({ settings }, use) => {
      const product = await startProduct(settings);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.address),
  quietConsole: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        const isRefusal = message.text().startsWith('Failed to load resource');
        if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await use(undefined);
      if (complaints.length > 0) throw new Error(`The page complained: ${complaints.join('\n')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

/** Starts it, unless `PRODUCT_ADDRESS` names one that runs (with the variables of its process for commands). */
async function startProduct(settings: Readonly<Record<string, string>>): Promise<Product> {
  const running = process.env.PRODUCT_ADDRESS;
  if (running) return { address: running, environment: process.env, stop: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-e2e-'));
  const environment = {
    ...process.env,
    PORT: '0',
    DATA_DIR: folder,
    DEMO: '0',
    RATE_LIMIT: 'off',
    NODE_ENV: 'test',
    DATABASE_URL: '',
    ...settings,
  };
  const child = spawn(process.execPath, [join(projectFolder, 'apps/server/src/main.ts')], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((found, failed) => {
    child.once('exit', (code) => failed(new Error(`The product ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const match = /http:\/\/localhost:\d+/.exec(line);
      if (match) found(match[0]);
    });
  });
  const stop = async () => {
    const exit = new Promise((ended) => child.once('exit', ended));
    child.kill('SIGTERM');
    await exit;
    await rm(folder, { recursive: true, force: true });
  };
  return { address, environment, stop };
}

interface Administrator {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** Makes an administrator by the command, with the password on its standard input. */
export async function createAdministrator({ environment }: Product, person: Administrator): Promise<void> {
  const command = join(projectFolder, 'apps/server/src/commands/admin.ts');
  const child = spawn(process.execPath, [command, 'create', '--email', person.email, '--name', person.name], {
    env: environment,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(`${person.password}\n`);
  const status = await new Promise<number | null>((ended) => child.once('exit', ended));
  if (status !== 0) throw new Error(`The command ended with ${status}`);
}
