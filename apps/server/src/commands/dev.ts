import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { projectFolder, readConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { runCommand, StartupError } from '../platform/database/startup-error.ts';

const WATCHED = ['apps/server/src', 'packages/domain/src', 'packages/matching/src', 'packages/demo/src'];
/** An editor writes several files at once. */
const SETTLE_MS = 100;

/**
 * `npm run dev`: the server with Vite's pages, restarted after a change of its sources. The embedded PostgreSQL belongs to this process, so
 * it outlives the restarts. Parameters such as `--inspect` are passed to Node.
 *
 * Node's `--watch` would restart for each temporary module that Vite imports, and sends messages of its own to the threads that plan.
 */
await runCommand(async () => {
  const config = readConfig();
  if (config.mode === 'production') throw new StartupError('npm run dev is not for production.');
  const database = config.databaseUrl === undefined ? await openDatabase(config) : undefined;
  const stopping = new AbortController();
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(event, () => stopping.abort());
  await serveUntil(stopping.signal);
  await database?.close();
});

async function serveUntil(stopped: AbortSignal): Promise<void> {
  let server = start();
  let changes: NodeJS.Timeout | undefined;
  // One after another: two that wait for the same server to end would both start one.
  let restarting = Promise.resolve();
  const restart = async () => {
    console.info('Restarting the server …');
    await end(server);
    if (!stopped.aborted) server = start();
  };
  const onChange = (_event: string, name: string | null) => {
    if (name === null || !/\.(ts|sql)$/.test(name) || name.endsWith('.test.ts')) return;
    clearTimeout(changes);
    changes = setTimeout(() => {
      restarting = restarting.then(restart);
    }, SETTLE_MS);
  };
  const watchers = WATCHED.map((folder) => watch(join(projectFolder, folder), { recursive: true }, onChange));
  if (!stopped.aborted) await once(stopped, 'abort');
  for (const watcher of watchers) watcher.close();
  clearTimeout(changes);
  await restarting;
  await end(server);
}

function start(): ChildProcess {
  const main = join(projectFolder, 'apps/server/src/main.ts');
  return spawn(process.execPath, [...process.argv.slice(2), main, '--dev'], { stdio: 'inherit' });
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}
