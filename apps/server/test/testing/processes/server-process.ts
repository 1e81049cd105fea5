import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { environmentNames } from '../../../src/platform/config.ts';
import type { Call, Caller } from '../test-app.ts';

const main = join(import.meta.dirname, '../../../src/main.ts');

/** Server in a process of its own, called over the network as in production. */
export interface ServerProcess extends Caller {
  child: ChildProcess;
  base: string;
  /** Lines printed so far, including the log. */
  lines: readonly string[];
  /**
   * Sends the signal.
   * @returns the exit code, null for a killed process.
   */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

const { PATH = '', NODE_COMPILE_CACHE } = process.env;

/** Sets every setting of the product to an empty text, so that neither the environment of this process nor a `.env` file sets one. */
const noSettings = Object.fromEntries(environmentNames.map((name) => [name, '']));

/** Environment of every process that a test starts. */
export const bareEnvironment = { ...noSettings, PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };

/** What production needs to know of its operator. */
export const operatorSettings = {
  OPERATOR_KIND: 'founder',
  OPERATOR_NAME: 'Mutual Transfer',
  OPERATOR_ADDRESS: 'Fraser Road, Patna 800001',
  OPERATOR_EMAIL: 'help@example.org',
  GRIEVANCE_OFFICER: 'Asha Kumari, grievance officer, 0612 2200000',
};

const running = new Set<ChildProcess>();

/**
 * Starts `main.ts`, or another file that prints `… is at ADDRESS`, on a free port, by default without demo data and limits. The server stops
 * when this process ends.
 */
export async function startServer(
  variables: Readonly<Record<string, string>>,
  file = main,
): Promise<ServerProcess> {
  // Only a test may use demo accounts in a database of its own.
  const mode = variables.DATABASE_URL === undefined ? {} : { NODE_ENV: 'test' };
  const defaults = { ...bareEnvironment, ...mode, PORT: '0', DEMO: '0', RATE_LIMIT: 'off' };
  const child = spawn(process.execPath, [file], {
    env: { ...defaults, ...variables },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const lines: string[] = [];
  const read = (stream: NodeJS.ReadableStream | null, take: (line: string) => void) =>
    stream && createInterface({ input: stream }).on('line', take);
  read(child.stderr, (line) => lines.push(line));
  const base = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`It did not start: ${lines.join('\n')}`)));
    read(child.stdout, (line) => {
      lines.push(line);
      const found = / is at (\S+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exit = once(child, 'exit');
    child.kill(signal);
    return (await exit)[0] as number | null;
  };
  return { child, base, lines, stop, call: callerOf(base).call };
}

/** Stops the servers that a failed test left running. */
export async function stopServers(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    }),
  );
}

/** Returns a caller of the API at an address. */
export function callerOf(base: string): Caller {
  return { call: (call) => callOver(base, call) };
}

async function callOver(base: string, { method = 'GET', url, body, token, headers = {} }: Call) {
  const response = await fetch(`${base}${url}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: text,
    json: () => JSON.parse(text),
  };
}
