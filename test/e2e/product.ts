import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base } from '@playwright/test';
import pg from 'pg';

export const projectFolder = resolve(import.meta.dirname, '../..');

type Settings = Readonly<Record<string, string>>;

interface Product {
  address: string;
  /** Environment that its process was started with. */
  environment: NodeJS.ProcessEnv;
  stop: () => Promise<void>;
}

/** Product of one worker, replaced when the worker moves to another file. */
interface Stage {
  productFor: (file: string, settings: Settings) => Promise<Product>;
  close: () => Promise<void>;
}

/**
 * Starts the product as in production once for each journey file, with its own process, port and clone of the
 * prepared database, so that files are independent. Without demo data and limits. Journeys use relative addresses.
 */
export const test = base.extend<
  { product: Product; settings: Settings; quietConsole: undefined },
  { stage: Stage }
>({
  // Variables of the operator in addition to those that every journey needs.
  settings: [{}, { option: true }],
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const stage = openStage();
      await use(stage);
      await stage.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  product: async ({ stage, settings }, use, { file }) => use(await stage.productFor(file, settings)),
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

function openStage(): Stage {
  let current: { file: string; product: Product } | undefined;
  const close = async () => {
    await current?.product.stop();
    current = undefined;
  };
  return {
    productFor: async (file, settings) => {
      if (current?.file === file) return current.product;
      await close();
      current = { file, product: await startProduct(settings) };
      return current.product;
    },
    close,
  };
}

/** Starts the product on a clone of the template. */
async function startProduct(settings: Settings): Promise<Product> {
  const database = await cloneTemplate();
  const folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-e2e-'));
  const environment = {
    ...process.env,
    PORT: '0',
    DATA_DIR: folder,
    DEMO: '0',
    RATE_LIMIT: 'off',
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
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
    const exit = once(child, 'exit');
    // The database is discarded, so no graceful shutdown is needed.
    child.kill('SIGKILL');
    await exit;
    await Promise.all([database.drop(), rm(folder, { recursive: true, force: true })]);
  };
  return { address, environment, stop };
}

/** Prepared database and the socket of its PostgreSQL. */
export interface Template {
  host: string;
  port: number;
  name: string;
}

/** Name of the variable that passes the template from the global setup to the workers. */
export const templateVariable = 'TEMPLATE_OF_JOURNEYS';

/** Returns the `DATABASE_URL` of a database behind the socket of the template. */
export function addressOf({ host, port }: Template, database: string): string {
  return `postgres://postgres@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

async function cloneTemplate(): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = JSON.parse(process.env[templateVariable] ?? '') as Template;
  const name = `journeys_${process.pid}_${clones++}`;
  await askCluster(template, `create database ${name} template ${template.name}`);
  const drop = () => askCluster(template, `drop database ${name} with (force)`);
  return { url: addressOf(template, name), drop };
}

let clones = 0;

async function askCluster({ host, port }: Template, statement: string): Promise<void> {
  const client = new pg.Client({ host, port, user: 'postgres', database: 'postgres' });
  await client.connect();
  await client.query(statement);
  await client.end();
}

interface Administrator {
  email: string;
  name: string;
  password: string;
}

/** Creates an administrator with the command, which reads the password from standard input. */
export async function createAdministrator(
  { environment }: Pick<Product, 'environment'>,
  person: Administrator,
): Promise<void> {
  const command = join(projectFolder, 'apps/server/src/commands/admin.ts');
  const child = spawn(process.execPath, [command, 'create', '--email', person.email, '--name', person.name], {
    env: environment,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(`${person.password}\n`);
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`The command ended with ${status}`);
}
