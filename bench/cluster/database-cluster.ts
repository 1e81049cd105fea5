import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { recordKeys } from '@mutual-transfer/domain/record-names';
import { onPath } from '../../scripts/programs.mjs';
import { until } from '../until.ts';

const run = promisify(execFile);
const deploy = resolve(import.meta.dirname, '../../deploy/cluster');
const POSTGRES = '/usr/lib/postgresql/15/bin/postgres';
const DATABASE = 'mutual_transfer';
/** Loopback addresses, so that each machine has the usual ports. HAProxy runs beside each server of the product. */
const machines = { a: '127.78.0.1', b: '127.78.0.2', c: '127.78.0.3' };
const listeners = ['127.78.1.1:5000', '127.78.1.2:5000'];
const passwords = { SUPERUSER_PASSWORD: 'one', REPLICATION_PASSWORD: 'two', RESTAPI_PASSWORD: 'three' };
const asPostgres = ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups'];

type Name = keyof typeof machines;
type Role = 'leader' | 'sync_standby' | 'replica';

/** Machine of the database with its processes. */
interface Machine {
  folder: string;
  environment: Readonly<Record<string, string>>;
  etcd: ChildProcess;
  patroni: ChildProcess;
}

/**
 * Three PostgreSQL servers managed by Patroni and etcd, and two HAProxies in front of them, with the files of
 * `deploy/cluster`.
 */
export interface DatabaseCluster {
  /** `DATABASE_URL` at each HAProxy. */
  urls: readonly string[];
  /** Kills (-9) PostgreSQL of the primary, and with `isWhole` Patroni and etcd of its machine too. */
  killPrimary: (isWhole: boolean) => Promise<void>;
  /** Asks Patroni for a planned switch to the synchronous standby. */
  switchOver: () => Promise<void>;
  /** Starts killed machines. Resolves when all three follow one primary. */
  startKilled: () => Promise<void>;
  close: () => Promise<void>;
}

/** Returns the reason why the cluster cannot be started here; undefined if it can. */
export function whyCannotRun(): string | undefined {
  if (process.getuid?.() !== 0)
    return 'The failover bench runs each service as its own user. Start it as root.';
  const programs = {
    patroni: 'patroni',
    etcd: 'etcd-server',
    haproxy: 'haproxy',
    [POSTGRES]: 'postgresql-15',
  };
  const isMissing = (program: string) => onPath(program) === undefined && !existsSync(program);
  const missing = Object.entries(programs).filter(([program]) => isMissing(program));
  if (missing.length === 0) return undefined;
  const names = missing.map(([, name]) => name).join(' ');
  return `The failover bench needs a cluster of PostgreSQL. Install it (Debian 12: apt-get install ${names}).`;
}

/** Starts the cluster in a new folder, with an empty database of the product. */
export async function startDatabaseCluster(): Promise<DatabaseCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-cluster-'));
  await run('chmod', ['755', folder]);
  // The checkout may be unreadable for the user of PostgreSQL.
  const file = join(folder, 'config.yml');
  await copyFile(join(deploy, 'patroni.yml'), file);
  const started = new Map<Name, Machine>();
  const proxies: ChildProcess[] = [];
  const close = async () => {
    await Promise.all([...started.values()].map(({ patroni }) => stop(patroni)));
    await Promise.all([...[...started.values()].map(({ etcd }) => etcd), ...proxies].map(stop));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const name of recordKeys(machines))
      started.set(name, await startMachine(name, join(folder, name), file));
    for (const listener of listeners) proxies.push(await startProxy(listener, folder));
    await until(isWhole);
    await createDatabase();
  } catch (error) {
    await close();
    throw error;
  }
  const primary = async () => {
    const found = started.get(await nameOf('leader'));
    if (found === undefined) throw new Error('There is no primary.');
    return found;
  };
  return {
    urls: listeners.map(
      (listener) => `postgres://postgres:${passwords.SUPERUSER_PASSWORD}@${listener}/${DATABASE}`,
    ),
    killPrimary: async (whole) => kill(await primary(), whole),
    switchOver: async () => {
      const [leader, candidate] = [await nameOf('leader'), await nameOf('sync_standby')];
      await askPatroni(machines[leader], { leader, candidate });
    },
    startKilled: async () => {
      for (const [name, machine] of started) {
        if (machine.patroni.signalCode !== null) started.set(name, await startProcesses(machine, file));
      }
      await until(isWhole);
    },
    close,
  };
}

async function startMachine(name: Name, folder: string, file: string): Promise<Machine> {
  await mkdir(join(folder, 'postgresql'), { recursive: true });
  await mkdir(join(folder, 'etcd'), { mode: 0o700 });
  await run('chown', ['-R', 'postgres', folder]);
  const environment = await environmentOf(name, { ...passwords, FOLDER: folder });
  return startProcesses({ folder, environment }, file);
}

/** A restarted member of etcd reads its cluster from its folder. */
async function startProcesses(
  { folder, environment }: Pick<Machine, 'folder' | 'environment'>,
  file: string,
): Promise<Machine> {
  const log = join(folder, 'log');
  const etcd = await launch(['etcd'], environment, log, true);
  const patroni = await launch(['patroni', file], environment, log, true);
  return { folder, environment, etcd, patroni };
}

async function startProxy(listener: string, folder: string): Promise<ChildProcess> {
  const environment = await environmentOf('app', { DATABASE_LISTEN: listener });
  const parameters = ['-f', join(deploy, 'haproxy.cfg')];
  return launch([onPath('haproxy') ?? 'haproxy', ...parameters], environment, join(folder, 'haproxy.log'));
}

/** Runs the script of `deploy/` and parses what it prints. */
async function environmentOf(name: string, variables: Readonly<Record<string, string>>) {
  const env = { PATH: process.env.PATH, ...variables };
  const { stdout } = await run(join(deploy, 'environment.sh'), [name, ...Object.values(machines)], { env });
  const lines = stdout.trim().split('\n');
  return Object.fromEntries(lines.map((line) => nameAndValue(line)));
}

function nameAndValue(line: string): [string, string] {
  const at = line.indexOf('=');
  return [line.slice(0, at), line.slice(at + 1)];
}

/** Starts a program that ends with this process. */
async function launch(
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
  log: string,
  isOfPostgres = false,
): Promise<ChildProcess> {
  const output = await open(log, 'a');
  const user = isOfPostgres ? asPostgres : [];
  const child = spawn('setpriv', [...user, '--pdeathsig', 'TERM', '--', ...command], {
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...environment },
    stdio: ['ignore', output.fd, output.fd],
  });
  await once(child, 'spawn');
  await output.close();
  return child;
}

async function kill({ folder, environment, etcd, patroni }: Machine, isWhole: boolean): Promise<void> {
  const data = environment.PATRONI_POSTGRESQL_DATA_DIR ?? join(folder, 'postgresql');
  const processes = await processesOf(data);
  if (isWhole) for (const child of [patroni, etcd]) child.kill('SIGKILL');
  for (const id of processes) process.kill(id, 'SIGKILL');
}

/** Returns the process ids of the PostgreSQL that runs in a data directory, that of the postmaster first. */
async function processesOf(folder: string): Promise<number[]> {
  const [first = ''] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', first]);
  return [first, ...stdout.split('\n').filter((line) => line.trim() !== '')].map(Number);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

interface Member {
  name: Name;
  role: Role;
  state: string;
  timeline?: number;
}

/** Returns the members as reported by the first machine that answers. */
async function members(): Promise<Member[]> {
  for (const address of Object.values(machines)) {
    const answer = await fetch(`http://${address}:8008/cluster`).catch(() => undefined);
    // Patroni's REST API.
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
  }
  return [];
}

async function nameOf(role: Role): Promise<Name> {
  const found = (await members()).find((member) => member.role === role);
  if (found === undefined) throw new Error(`No machine has the role ${role}.`);
  return found.name;
}

/** Returns true if there is a primary, a synchronous standby and another standby, all on one timeline. */
async function isWhole(): Promise<boolean> {
  const all = await members();
  const roles = all
    .map(({ role }) => role)
    .toSorted()
    .join();
  const isRunning = all.every(({ state }) => state === 'running' || state === 'streaming');
  return (
    roles === 'leader,replica,sync_standby' &&
    isRunning &&
    new Set(all.map(({ timeline }) => timeline)).size === 1
  );
}

async function askPatroni(address: string, body: object): Promise<void> {
  const answer = await fetch(`http://${address}:8008/switchover`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`patroni:${passwords.RESTAPI_PASSWORD}`)}` },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`Patroni refused the switch: ${await answer.text()}`);
}

/** Creates the database through HAProxy, once HAProxy has found the primary. */
async function createDatabase(): Promise<void> {
  const [address = ''] = listeners;
  const [host = '', port = ''] = address.split(':');
  const env = { PATH: process.env.PATH, PGPASSWORD: passwords.SUPERUSER_PASSWORD };
  const create = ['-h', host, '-p', port, '-U', 'postgres', '-c', `create database ${DATABASE}`];
  await until(() =>
    run('psql', create, { env }).then(
      () => true,
      () => false,
    ),
  );
}
