import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { appendFile, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../apps/server/test/testing/free-port.ts';
import { installPackage } from '../../scripts/programs.mjs';

const BINARIES = '/usr/lib/postgresql';
const DATABASE = 'mutual_transfer';
const START_TIMEOUT_MS = 60_000;
const LOOK_AGAIN_AFTER = 100;

/** System PostgreSQL on a loopback port, as a child of this process. */
export interface Postgres {
  readonly url: string;
  readonly start: () => Promise<void>;
  /** Kills it with all its processes, without a shutdown. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Returns the program folder of the newest PostgreSQL in Debian's layout. Installs it if possible. */
export function findPostgres(): string {
  const found = newest() ?? (installPackage('postgresql') ? newest() : undefined);
  if (found === undefined) throw new Error(`This needs PostgreSQL's programs in ${BINARIES}.`);
  return found;
}

function newest(): string | undefined {
  const versions = existsSync(BINARIES) ? readdirSync(BINARIES) : [];
  const folders = versions.sort((one, other) => Number(other) - Number(one)).map(binFolder);
  return folders.find((folder) => existsSync(join(folder, 'pg_basebackup')));
}

function binFolder(version: string): string {
  return join(BINARIES, version, 'bin');
}

/** Creates a cluster in the folder and starts it with an empty database of the product. */
export async function startPrimary(programs: string, folder: string): Promise<Postgres> {
  await makeFolder(folder);
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8'];
  run(programs, 'initdb', ['-D', folder, '-U', 'postgres', '--auth=trust', '--no-sync', ...locale]);
  const postgres = await startOn(programs, folder);
  run(programs, 'createdb', [`--maintenance-db=${postgres.url.replace(DATABASE, 'postgres')}`, DATABASE]);
  return postgres;
}

/** Copies the primary into the folder and starts the copy as its streaming replica. */
export async function startReplica(programs: string, folder: string, primary: Postgres): Promise<Postgres> {
  await makeFolder(folder);
  const from = primary.url.replace(DATABASE, 'postgres');
  run(programs, 'pg_basebackup', ['-D', folder, '-d', from, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
  return startOn(programs, folder);
}

async function startOn(programs: string, folder: string): Promise<Postgres> {
  const port = await freePort();
  await appendFile(
    join(folder, 'postgresql.conf'),
    [
      '',
      `port = ${port}`,
      "listen_addresses = '127.0.0.1'",
      "unix_socket_directories = ''",
      'max_connections = 100',
      "shared_buffers = '256MB'",
      "wal_keep_size = '1GB'",
      '',
    ].join('\n'),
  );
  let child: ChildProcess | undefined;
  const start = async () => {
    child = await launch(programs, folder, port);
  };
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  };
  await start();
  return { url: urlOf(port, DATABASE), start, kill: () => end('SIGKILL'), stop: () => end('SIGINT') };
}

/**
 * Starts PostgreSQL.
 * @returns the process, once it accepts connections.
 */
async function launch(programs: string, folder: string, port: number): Promise<ChildProcess> {
  const log = await open(`${folder}.log`, 'a');
  const [command = '', ...parameters] = [...asOther(), join(programs, 'postgres'), '-D', folder];
  const child = spawn(command, parameters, { cwd: '/', stdio: ['ignore', log.fd, log.fd], detached: true });
  await log.close();
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    const isReady = ['-h', '127.0.0.1', '-p', `${port}`];
    if (spawnSync(join(programs, 'pg_isready'), isReady, { stdio: 'ignore' }).status === 0) return child;
    await pause(LOOK_AGAIN_AFTER);
  }
  child.kill('SIGKILL');
  throw new Error(`PostgreSQL did not start: ${await readFile(`${folder}.log`, 'utf8')}`);
}

function run(programs: string, name: string, parameters: readonly string[]): void {
  const [command = '', ...all] = [...asOther(), join(programs, name), ...parameters];
  execFileSync(command, all, { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] });
}

/**
 * Returns the prefix of a command that drops root, because PostgreSQL refuses to run as root, and that ends the
 * command with this process.
 */
function asOther(): string[] {
  const dying = ['setpriv', '--pdeathsig', 'INT'];
  if (process.getuid?.() !== 0) return [...dying, '--'];
  return [...dying, '--reuid', 'postgres', '--regid', 'postgres', '--init-groups', '--'];
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (process.getuid?.() !== 0) return;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  chownSync(folder, id('-u'), id('-g'));
}

function urlOf(port: number, database: string): string {
  return `postgres://postgres@127.0.0.1:${port}/${database}`;
}
