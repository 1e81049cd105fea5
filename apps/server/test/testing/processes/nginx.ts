import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeCertificate } from './certificate.ts';
import { freePort } from './free-port.ts';

const project = resolve(import.meta.dirname, '../../../../..');
const template = join(project, 'deploy/nginx.conf');
const ATTEMPTS = 5;
const LOOK_AGAIN_AFTER = 50;

/** nginx in front of servers, with the configuration of `deploy/`. */
export interface Nginx {
  base: string;
  /** Returns the text of the access log. */
  log: () => Promise<string>;
  stop: () => Promise<void>;
}

/** nginx in its deployed configuration, with TLS and a self-signed certificate. */
export interface SecureNginx {
  port: number;
  /** Address without TLS. */
  plain: string;
  /** Certificate of nginx, for clients that should trust it. */
  certificate: string;
  stop: () => Promise<void>;
}

/** Server name in the configuration of `deploy/` and in the certificate. */
export const SERVER_NAME = 'transfer.example.in';

/**
 * Returns the path of nginx.
 * @throws {Error} if it is not installed; `npm test` installs it on Debian.
 */
export function findNginx(): string {
  const found = ['nginx', '/usr/sbin/nginx'].find((path) => spawnSync(path, ['-v']).status === 0);
  if (found === undefined) throw new Error('This test needs nginx. Install it.');
  return found;
}

/** Starts nginx without TLS on a free port in front of the servers at these addresses. */
export async function startNginx(path: string, bases: readonly string[]): Promise<Nginx> {
  return launch(path, async (folder) => {
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const log = () => readFile(join(folder, 'mutual-transfer.log'), 'utf8');
    return { configuration: withoutTls(await withServers(bases), port), asked: base, reached: { base, log } };
  });
}

/**
 * Starts nginx in its deployed configuration, with a new certificate.
 * @throws {Error} if `openssl` is missing.
 */
export async function startSecureNginx(path: string, bases: readonly string[]): Promise<SecureNginx> {
  return launch(path, async (folder) => {
    const [port, plainPort] = [await freePort(), await freePort()];
    const [key, chain] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const made = makeCertificate(`DNS:${SERVER_NAME}`);
    await writeFile(key, made.key);
    await writeFile(chain, made.certificate);
    const configuration = (await withServers(bases))
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${chain};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`);
    const plain = `http://127.0.0.1:${plainPort}`;
    return {
      configuration,
      asked: plain,
      reached: { port, plain, certificate: made.certificate },
    };
  });
}

/** Configuration for a start of nginx, and the value to return once nginx answers. */
interface Prepared<Reached> {
  configuration: string;
  asked: string;
  reached: Reached;
}

/** Starts nginx with the configuration. Retries on other ports if another process has taken its port. */
async function launch<Reached>(
  path: string,
  prepare: (folder: string) => Promise<Prepared<Reached>>,
): Promise<Reached & { stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-nginx-'));
  await mkdir(join(folder, 'temporary'));
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { configuration, asked, reached } = await prepare(folder);
    const file = join(folder, 'nginx.conf');
    await writeFile(file, around(folder, configuration));
    const child = spawn(path, ['-c', file, '-p', folder], { stdio: 'ignore' });
    if (await answers(child, asked)) return { ...reached, stop: () => stop(child, folder) };
  }
  const reason = await readFile(join(folder, 'error.log'), 'utf8').catch(() => '');
  throw new Error(`nginx did not start: ${reason}`);
}

/** Returns true once nginx answers, and false if nginx exits, because another process may have taken the port. */
async function answers(child: ChildProcess, base: string): Promise<boolean> {
  while (child.exitCode === null) {
    const answer = await fetch(`${base}/api/health`, { redirect: 'manual' }).catch(() => undefined);
    if (answer?.status === 200 || answer?.status === 301) return true;
    await new Promise((later) => setTimeout(later, LOOK_AGAIN_AFTER));
  }
  return false;
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null) {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  }
  await rm(folder, { recursive: true, force: true });
}

/** Returns the configuration of `deploy/` with these servers as upstreams. */
async function withServers(bases: readonly string[]): Promise<string> {
  const text = (await readFile(template, 'utf8')).replace('/opt/mutual-transfer/current', project);
  const server = /\n {4}server \S+( max_fails[^\n]*)/.exec(text)?.[1] ?? '';
  const servers = bases.map((base) => `\n    server 127.0.0.1:${new URL(base).port}${server}`).join('');
  return text.replace(/(\n {4}server \S+ max_fails[^\n]*)+/, servers);
}

function withoutTls(configuration: string, port: number): string {
  return configuration
    .replace(/\nserver \{\n {4}listen 80;[^}]*\}\n/, '\n')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/ {4}ssl_\w+ [^\n]*\n/g, '');
}

function around(folder: string, configuration: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/temporary;`)
    .join('\n');
  return `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http { access_log off;\n${temporary}\n${configuration.replaceAll('/var/log/nginx', folder)}}\n`;
}
