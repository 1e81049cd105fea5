import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const project = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(project, path), 'utf8');
const run = promisify(execFile);
const settled = (command: Promise<unknown>) =>
  command.then(
    () => 0,
    ({ code }: { code: number | string }) => code,
  );

/** Returns a unit of systemd with the paths of this checkout. */
function installed(path: string): string {
  return read(path).replaceAll('/opt/mutual-transfer/current', project);
}

/** Returns the status of `systemd-analyze verify` for a unit in a folder with these units. */
async function verify(
  name: string,
  unit: string,
  files: Record<string, string> = { [name]: unit },
): Promise<unknown> {
  const version = await settled(run('systemd-analyze', ['--version']));
  expect(version, 'This test needs systemd-analyze. Install systemd.').toBe(0);
  const folder = mkdtempSync(join(tmpdir(), 'unit-'));
  try {
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    return await settled(run('systemd-analyze', ['verify', join(folder, name)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the service', () => {
  const unit = installed('deploy/mutual-transfer@.service');
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
    expect(await verify('mutual-transfer@.service', unit)).toBe(0);
    expect(await verify('mutual-transfer@.service', unit.replaceAll(project, '/nowhere'))).not.toBe(0);
  });
});

describe('the backup', () => {
  const service = installed('deploy/backup/mutual-transfer-backup.service');

  it('has a service and a timer that systemd accepts', async () => {
    const timer = read('deploy/backup/mutual-transfer-backup.timer');
    const files = { 'mutual-transfer-backup.service': service, 'mutual-transfer-backup.timer': timer };
    expect(await verify('mutual-transfer-backup.timer', timer, files)).toBe(0);
    expect(await verify('mutual-transfer-backup.service', service)).toBe(0);
    expect(await verify('mutual-transfer-backup.service', service.replaceAll(project, '/nowhere'))).not.toBe(
      0,
    );
  });

  it('is written without root to a folder that only its user reads', () => {
    expect(service).toMatch(/^User=mutual-transfer$/m);
    expect(service).toMatch(/^StateDirectoryMode=0700$/m);
  });
});

it('the retention of the audit log has a service and a timer that systemd accepts', async () => {
  const service = installed('deploy/mutual-transfer-retention.service');
  const timer = read('deploy/mutual-transfer-retention.timer');
  const files = { 'mutual-transfer-retention.service': service, 'mutual-transfer-retention.timer': timer };
  expect(await verify('mutual-transfer-retention.timer', timer, files)).toBe(0);
  expect(await verify('mutual-transfer-retention.service', service)).toBe(0);
  expect(service).toMatch(/^User=mutual-transfer$/m);
});

describe('the installation', () => {
  const install = (settings: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'install-'));
    writeFileSync(join(folder, 'settings'), settings);
    const script = join(project, 'deploy/install.sh');
    return run(script, [join(folder, 'settings')])
      .catch(({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }))
      .finally(() => rmSync(folder, { recursive: true }));
  };

  it('names each setting that is missing or wrong, before it changes anything', async () => {
    expect(await install('DOMAIN=transfer.example.in\nOPERATOR_NAME=\n')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/OPERATOR_KIND OPERATOR_NAME .*BACKUP_RECIPIENT COPY_TO\n$/),
    });
    const names = ['DOMAIN', 'OPERATOR_KIND', 'OPERATOR_NAME', 'OPERATOR_ADDRESS', 'OPERATOR_EMAIL'];
    const all = [...names, 'GRIEVANCE_OFFICER', 'COPY_TO'].map((name) => `${name}=x`);
    expect(await install([...all, 'BACKUP_RECIPIENT=AGE-SECRET-KEY-1'].join('\n'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('BACKUP_RECIPIENT must be the public key'),
    });
  });

  it('gives the pages the address of a changed DOMAIN, and changes no other setting', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'settings-')), 'env');
    writeFileSync(file, 'TOKEN_SECRET=x\nPUBLIC_URL=https://old.example.in\nOPERATOR_KIND=founder\n');
    const [change = ''] = /^sed .*PUBLIC_URL.*$/m.exec(read('deploy/install.sh')) ?? [];
    const script = `declare -A given=([DOMAIN]=new.example.in); ${change.replace('/etc/mutual-transfer.env', file)}`;
    for (const _again of [1, 2]) await run('bash', ['-euc', script]);
    const expected = ['TOKEN_SECRET=x', 'OPERATOR_KIND=founder', 'PUBLIC_URL=https://new.example.in', ''];
    expect(readFileSync(file, 'utf8').split('\n')).toEqual(expected);
    rmSync(join(file, '..'), { recursive: true });
  });

  it('is watched: each metric of the product that an alert names exists', () => {
    const rules = parse(read('deploy/prometheus-alerts.yml')).groups[0].rules as { alert: string }[];
    const alerts = rules.map(({ alert }) => alert);
    expect(alerts).toEqual(
      expect.arrayContaining(['DiskFull', 'CertificateEnds', 'BackupOld', 'NoticesLate', 'NoticesFail']),
    );
    expect(read('apps/server/src/metrics.ts')).toContain("name: 'notices'");
    expect(installed('deploy/backup/mutual-transfer-backup.service')).toContain(
      'mutual_transfer_backup_seconds',
    );
    expect(parse(read('deploy/prometheus.yml')).scrape_configs).toHaveLength(3);
  });
});

it('Caddy answers with the page of nginx while no process runs, and accepts its file where it is installed', async () => {
  expect(read('deploy/Caddyfile')).toContain('rewrite * /unavailable.html');
  const env = { ...process.env, DOMAIN: 'transfer.example.in', OPERATOR_EMAIL: 'help@example.in' };
  const adapt = run('caddy', ['adapt', '--config', join(project, 'deploy/Caddyfile')], { env });
  expect([0, 'ENOENT']).toContain(await settled(adapt));
});

describe('the cluster', () => {
  const patroni = read('deploy/cluster/patroni.yml');
  const haproxy = read('deploy/cluster/haproxy.cfg');
  const addresses = ['10.0.0.1', '10.0.0.2', '10.0.0.3'];
  const passwords = { SUPERUSER_PASSWORD: 'one', REPLICATION_PASSWORD: 'two', RESTAPI_PASSWORD: 'three' };
  const environment = async (name: string, variables: Record<string, string> = passwords) => {
    const env = { PATH: process.env.PATH, ...variables };
    const { stdout } = await run(join(project, 'deploy/cluster/environment.sh'), [name, ...addresses], {
      env,
    });
    const lines = stdout.trim().split('\n');
    return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2) as [string, string]));
  };
  const numberOf = (key: string) => Number(new RegExp(`^ +${key}: (\\d+)$`, 'm').exec(patroni)?.[1]);

  it('has machines that differ in name and address only, and agree on their peers', async () => {
    const machines = await Promise.all(['a', 'b', 'c'].map((name) => environment(name)));
    const neutral = machines.map((machine, which) =>
      Object.entries(machine).map(([key, value]) =>
        /CLUSTER$|HOSTS$|PASSWORD$/.test(key)
          ? [key, value]
          : [key, value.replace(addresses[which] ?? '', 'ADDRESS').replace(/^[abc]$/, 'NAME')],
      ),
    );
    expect(neutral[1]).toEqual(neutral[0]);
    expect(neutral[2]).toEqual(neutral[0]);
    expect(machines[0]?.ETCD_INITIAL_CLUSTER).toBe(
      'a=http://10.0.0.1:2380,b=http://10.0.0.2:2380,c=http://10.0.0.3:2380',
    );
    expect(machines[2]?.PATRONI_POSTGRESQL_CONNECT_ADDRESS).toBe('10.0.0.3:5432');
  });

  it('refuses unknown machines and missing passwords', async () => {
    expect(await settled(environment('d'))).toBe(1);
    expect(await settled(environment('a', { ...passwords, RESTAPI_PASSWORD: '' }))).not.toBe(0);
  });

  it('lets HAProxy find each machine’s database and Patroni, with the variables of the script', async () => {
    const variables = await environment('app', {});
    const used = [...haproxy.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
    expect(used.toSorted()).toEqual(Object.keys(variables).toSorted());
    const { PATRONI_POSTGRESQL_LISTEN = '', PATRONI_RESTAPI_LISTEN = '' } = await environment('a');
    const [database, api] = [PATRONI_POSTGRESQL_LISTEN, PATRONI_RESTAPI_LISTEN].map(
      (one) => one.split(':')[1],
    );
    const servers = [...haproxy.matchAll(/^ +server (\w) "\$\{NODE_(\w)\}:(\d+)" check port (\d+)$/gm)];
    expect(servers.map(([, ...server]) => server)).toEqual(
      ['a', 'b', 'c'].map((name) => [name, name.toUpperCase(), database, api]),
    );
  });

  it('acknowledges no commit that only one machine has stored, and has times within Patroni’s bounds', () => {
    expect(patroni).toMatch(/^ {4}synchronous_mode: true$/m);
    expect(patroni).toMatch(/^ {4}synchronous_mode_strict: true$/m);
    expect(numberOf('ttl')).toBeGreaterThanOrEqual(20);
    expect(numberOf('ttl')).toBeGreaterThanOrEqual(numberOf('loop_wait') + 2 * numberOf('retry_timeout'));
  });

  it('has files that parse: YAML without tabs or repeated keys, and HAProxy’s where it is installed', async () => {
    const { bootstrap, postgresql } = parse(patroni);
    expect([bootstrap.dcs.synchronous_mode, postgresql.pg_hba.length]).toEqual([true, 2]);
    const env = { PATH: `${process.env.PATH}:/usr/sbin`, ...(await environment('app', {})) };
    const check = run('haproxy', ['-c', '-f', join(project, 'deploy/cluster/haproxy.cfg')], { env });
    // `npm test` installs no database cluster; if HAProxy is missing, only the test above reads its file.
    expect([0, 'ENOENT']).toContain(await settled(check));
  });
});
