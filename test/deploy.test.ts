import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const project = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(project, path), 'utf8');
const run = promisify(execFile);
const settled = (command: Promise<unknown>) =>
  command.then(
    () => 0,
    ({ code }: { code: number }) => code,
  );

describe('the container', () => {
  const whole = read('deploy/Containerfile')
    .replace(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ');
  const stages = whole.split(/^(?=FROM )/m).filter((stage) => stage.trim() !== '');
  const last = stages.at(-1) ?? '';
  const argumentsOf = (instruction: string) =>
    JSON.parse(new RegExp(`${instruction}\\s+(\\[.*\\])`).exec(last)?.[1] ?? '[]') as string[];

  it('uses the Node version of the tests, and runs without root on files owned by root', () => {
    const { dependencies } = JSON.parse(read('package.json'));
    const [major] = dependencies.node.split('.');
    for (const stage of stages) expect(stage).toMatch(new RegExp(`^FROM docker\\.io/library/node:${major}-`));
    expect([...last.matchAll(/^USER (.+)$/gm)].map(([, user]) => user)).toEqual(['node']);
    expect(last).toMatch(/^COPY --from=built --chown=root:root /m);
    expect(last).toMatch(/^ENV NODE_ENV=production /m);
  });

  it('starts an existing program, and ignores data, secrets and history of the checkout', () => {
    const [, main = ''] = argumentsOf('^CMD|\\nCMD');
    expect(read(main)).toContain('listen');
    expect(read('scripts/install.mjs')).toContain('export function build(');
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.data', '.env', '.env.*', '.git', 'node_modules']));
  });

  it('contains no development dependencies, tests or benches', () => {
    const [built = '', shipped = ''] = stages;
    expect(built).toMatch(/npm ci[\s\S]*npm prune --omit=dev/);
    expect(shipped).not.toMatch(/npm /);
  });

  it('has a health check that reports whether the process answers, ready or not', async () => {
    const [command = '', ...rest] = argumentsOf('HEALTHCHECK[^[]*CMD');
    expect(command).toBe('node');
    let status = 200;
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(status).end();
    });
    await new Promise<void>((resolveListening) => server.listen(0, '127.0.0.1', resolveListening));
    const check = () => {
      const env = { PATH: process.env.PATH, PORT: String((server.address() as AddressInfo).port) };
      return settled(run(process.execPath, rest, { env }));
    };
    expect(await check()).toBe(0);
    status = 503;
    expect(await check()).toBe(1);
    expect(asked).toEqual(['/api/health', '/api/health']);
    await new Promise((closed) => server.close(closed));
  });
});

describe('the service', () => {
  const unit = read('deploy/mutual-transfer@.service');
  const settingOf = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1];

  it('runs existing programs, without root and without unneeded privileges', () => {
    expect(settingOf('User')).toBe('mutual-transfer');
    expect(read(settingOf('ExecStart')?.split(' ')[1] ?? '')).toContain('listen');
    const walls = {
      NoNewPrivileges: 'true',
      ProtectSystem: 'strict',
      ProtectHome: 'true',
      CapabilityBoundingSet: '',
      SystemCallFilter: '@system-service',
      Restart: 'always',
    };
    for (const [wall, value] of Object.entries(walls)) expect(settingOf(wall), wall).toBe(value);
  });

  it('is accepted by systemd, in an installed checkout', async () => {
    const hasSystemd = await settled(run('systemd-analyze', ['--version']));
    expect(hasSystemd, 'This test needs systemd-analyze. Install systemd.').toBe(0);
    const folder = mkdtempSync(join(tmpdir(), 'unit-'));
    const file = join(folder, 'mutual-transfer@.service');
    writeFileSync(file, unit.replaceAll('/opt/mutual-transfer', project));
    try {
      expect(await settled(run('systemd-analyze', ['verify', file]))).toBe(0);
      writeFileSync(file, unit.replaceAll('/opt/mutual-transfer', join(folder, 'nowhere')));
      expect(await settled(run('systemd-analyze', ['verify', file]))).not.toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
