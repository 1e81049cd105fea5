import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from './free-port.ts';
import { installPackage } from './install-package.ts';
import { callerOf } from './server-process.ts';

const template = resolve(import.meta.dirname, '../../../../deploy/nginx.conf');
const ATTEMPTS = 5;
const LOOK_AGAIN_AFTER = 50;

/** nginx in front of servers, with the configuration of `deploy/`. */
export interface Nginx {
  readonly base: string;
  readonly stop: () => Promise<void>;
}

/** Where nginx is; it is installed where that can be done. @returns undefined where it cannot be had. */
export function findNginx(): string | undefined {
  const candidates = ['nginx', '/usr/sbin/nginx'];
  const find = () => candidates.find((path) => spawnSync(path, ['-v']).status === 0);
  return find() ?? (installPackage('nginx-light') ? find() : undefined);
}

/** Starts nginx on a free port before the servers at these addresses. */
export async function startNginx(path: string, bases: readonly string[]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-nginx-'));
  await mkdir(join(folder, 'temporary'));
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = await freePort();
    const file = join(folder, 'nginx.conf');
    await writeFile(file, around(folder, await adapted(port, bases)));
    const child = spawn(path, ['-c', file, '-p', folder], { stdio: 'ignore' });
    const base = `http://127.0.0.1:${port}`;
    if (await answers(child, base)) return { base, stop: () => stop(child, folder) };
  }
  const reason = await readFile(join(folder, 'error.log'), 'utf8').catch(() => '');
  throw new Error(`nginx did not start: ${reason}`);
}

/** Asks until nginx answers, or has ended: another process may have taken the port. */
async function answers(child: ChildProcess, base: string): Promise<boolean> {
  while (child.exitCode === null) {
    const answer = await callerOf(base)
      .call({ url: '/api/health' })
      .catch(() => undefined);
    if (answer?.statusCode === 200) return true;
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

/** The configuration of `deploy/` with this test's ports, and without TLS. */
async function adapted(port: number, bases: readonly string[]): Promise<string> {
  const text = await readFile(template, 'utf8');
  const server = /\n {4}server \S+( max_fails[^\n]*)/.exec(text)?.[1] ?? '';
  const servers = bases.map((base) => `\n    server 127.0.0.1:${new URL(base).port}${server}`).join('');
  return text
    .replace(/(\n {4}server \S+ max_fails[^\n]*)+/, servers)
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
http { access_log off;\n${temporary}\n${configuration}}\n`;
}
