import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { freePort } from '../../apps/server/test/testing/free-port.ts';
import { callerOf, type ServerProcess, startServer } from '../../apps/server/test/testing/server-process.ts';

const projectFolder = resolve(import.meta.dirname, '../..');

/** Server process of the product, with the address of its metrics. */
export interface Product {
  readonly server: ServerProcess;
  readonly figures: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Starts a server on the databases; without `readUrl` it reads from the primary. */
export async function startProduct(
  url: string,
  readUrl: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const port = await freePort();
  const variables = {
    DATABASE_URL: url,
    DATABASE_READ_URL: readUrl,
    TOKEN_SECRET: 'a secret that all servers of this run know',
    METRICS_PORT: String(port),
    LOG_LEVEL: 'error',
    ...more,
  };
  const server = await startServer(variables);
  return { server, figures: `http://127.0.0.1:${port}`, variables };
}

/** Restarts a killed server on its port. */
export async function startAgain({ server, figures, variables }: Product): Promise<Product> {
  const again = await startServer({ ...variables, PORT: new URL(server.base).port });
  return { server: again, figures, variables };
}

/** Returns the number of reads per database since the process started. */
export async function readsOf({ figures }: Product): Promise<{ replica: number; primary: number }> {
  const answer = await callerOf(figures)
    .call({ url: '/api/metrics' })
    .catch(() => undefined);
  const count = (by: string) =>
    Number(
      new RegExp(`^database_reads_total\\{by="${by}"\\} (\\d+)`, 'm').exec(answer?.body ?? '')?.[1] ?? 0,
    );
  return { replica: count('replica'), primary: count('primary') + count('repeated') };
}

/**
 * Runs a program of the project until it exits.
 * @returns its exit code.
 */
export async function runProgram(
  parameters: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<number> {
  const child = spawn(process.execPath, parameters, {
    cwd: projectFolder,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** Fills the database with demo data, with the command for it. */
export async function fillWithDemo(url: string, teachers: number): Promise<void> {
  const command = 'apps/server/src/commands/demo.ts';
  const code = await runProgram([command, '--teachers', `${teachers}`], { DATABASE_URL: url });
  if (code !== 0) throw new Error('The demo world could not be loaded.');
}

/**
 * Runs the desktop browser journeys against an address.
 * @returns true if all passed.
 */
export async function runJourneys(address: string, url: string, names: readonly string[]): Promise<boolean> {
  const cli = join(projectFolder, 'node_modules/@playwright/test/cli.js');
  const variables = { PRODUCT_ADDRESS: address, DATABASE_URL: url };
  return (await runProgram([cli, 'test', '--project=desk', ...names], variables)) === 0;
}
