import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { bareEnvironment } from '../../test/testing/processes/server-process.ts';
import { ringOfThree, type Wisher } from '../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { embeddedSuperuser } from '../platform/database/embedded-postgres.ts';

const command = join(import.meta.dirname, 'plan.ts');
const run = promisify(execFile);

let test: TestApp;
let folder: string;
let members: readonly Wisher[];

beforeAll(async () => {
  test = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-plan-'));
  members = await ringOfThree(test, 'Urdu');
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function plan(...parameters: string[]): Promise<{ stdout: string; stderr: string }> {
  const { host, port } = inject('postgres');
  const { database } = test.database.pool.options;
  const url = `postgres://${embeddedSuperuser}@${encodeURIComponent(host)}:${port}/${database}`;
  const env = { ...bareEnvironment, DATABASE_URL: url };
  return run(process.execPath, [command, ...parameters], { env });
}

describe('the command plan', () => {
  it('plans the active requests in the database if no file is given', async () => {
    const file = join(folder, 'rings.tsv');
    const { stdout } = await plan('--max-ring', '3', '--rings', file, '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      offers: 3,
      teachers: 3,
      bound: 3,
      moved: 3,
      ringsByLength: { 3: 1 },
      maxRing: 3,
      perStratum: [{ stratum: 'urdu|6-8|', teachers: 3, moved: 3 }],
    });
    const [header, line = '', end] = (await readFile(file, 'utf8')).split('\n');
    expect([header, end]).toEqual(['stratum\tring', '']);
    const [stratum, ring = ''] = line.split('\t');
    expect(stratum).toBe('urdu|6-8|');
    expect(ring.split(',').toSorted()).toEqual(members.map(({ teacher }) => teacher.user._id).toSorted());
  });

  it('`--deep` proves the plan of an offers file optimal, and `--rings` must not overwrite that file', async () => {
    const file = join(folder, 'offers.tsv');
    const lines = ['teacher\tstratum\tfrom\tto', 'a\ts\tx\ty, z', 'b\ts\ty\tx', 'c\ts\tz\ty', 'd\ts\tY\tx'];
    await writeFile(file, lines.join('\n'));
    const { stdout, stderr } = await plan('--offers', file, '--deep', '--seconds', '20', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      moved: 3,
      expectedMoves: 3,
      cappedBound: 3,
      gap: 0,
      perStratum: [{ cappedBound: 3, gap: 0 }],
    });
    expect(stderr).toContain('Warning: different places by upper and lower case only: y and Y');
    await expect(plan('--offers', file, '--rings', file)).rejects.toMatchObject({
      stderr: '--rings must not name the file of --offers.\n',
    });
    expect(await readFile(file, 'utf8')).toBe(lines.join('\n'));
    await expect(plan('--offers', file, '--seconds', '5')).rejects.toMatchObject({
      stderr: '--seconds is an option of --deep only.\n',
    });
  });

  it('reports invalid options in one line', async () => {
    await expect(plan('--max-ring', '11')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The longest ring must be a whole number from 2 to 10, not 11\.\n$/),
    });
  });
});
