import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  postRequest,
  registerTeacher,
  solveCaptcha,
  type TestTeacher,
} from '../../test/testing/factories.ts';
import { cloneDatabase, joinTestApp, startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { makeKey, readKeys } from './encryption.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';
import { findTables } from './tables.ts';
import { takeBackup } from './take-backup.ts';

const AWKWARD = 'Tab\there, a \\ and \\. alone,\n\\.\nनमस्ते 🙏 \\N';

let folder: string;
let test: TestApp;
let teacher: TestTeacher;
let file: string;
const plain = (path: string) => ({ file: path, keys: [] });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-backup-'));
  test = await startTestApp();
  teacher = await registerTeacher(test);
  await postRequest(test, teacher, { reason: AWKWARD });
  await postRequest(test, await registerTeacher(test), { urgency: 'high' });
  await sql`insert into audit_log (id, happened_at, actor_id, action, address, details)
    values (${teacher.user._id}, now(), ${teacher.user._id}, 'tested', 'nowhere', '{"a":"b\\tc"}')`.execute(
    test.database.db,
  );
  await test.settled();
  await accessesAreWritten();
  file = join(folder, 'backup.gz');
  await takeBackup(test.database, file);
});

afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

/** Waits until the access log, which is written in batches after the responses, contains the last call. */
async function accessesAreWritten(): Promise<void> {
  const postings = () =>
    test.database.db
      .selectFrom('access_log')
      .select('path')
      .where('method', '=', 'POST')
      .where('path', '=', '/api/requests')
      .execute();
  // `expect.poll` works in tests only, and this runs before them.
  while ((await postings()).length < 2) await pause(20);
}

/** Runs `work` on a new database cloned from a template. */
async function on(
  template: string | undefined,
  work: (database: OpenDatabase) => Promise<void>,
): Promise<void> {
  const { database, drop } = await cloneDatabase(template);
  await work(database).finally(drop);
}

/** Returns the rows of each table as text. */
async function content({ pool }: OpenDatabase): Promise<Record<string, unknown[]>> {
  const client = await pool.connect();
  try {
    const found: Record<string, unknown[]> = {};
    for (const { name } of await findTables(client)) {
      const { rows } = await client.query<{ row: string }>(
        `select row::text as row from ${pg.escapeIdentifier(name)} row order by 1`,
      );
      found[name] = rows.map(({ row }) => row);
    }
    return found;
  } finally {
    client.release();
  }
}

/** Writes a copy of the backup with its text changed by `change` and the checksum updated. */
async function altered(name: string, change: (text: string) => string): Promise<string> {
  const lines = change(gunzipSync(await readFile(file)).toString()).split('\n');
  const body = `${lines.slice(0, -2).join('\n')}\n`;
  const last = { ...JSON.parse(lines.at(-2) ?? ''), sha256: createHash('sha256').update(body).digest('hex') };
  const path = join(folder, name);
  await writeFile(path, gzipSync(`${body}${JSON.stringify(last)}\n`));
  return path;
}

describe('a restored backup', () => {
  it.each([['template0'], [undefined]])('is equal to the original, row by row (%s)', (template) =>
    on(template, async (database) => {
      const counts = await restoreBackup(database, plain(file));
      const before = await content(test.database);
      expect(await content(database)).toEqual(before);
      expect(counts).toEqual(
        Object.fromEntries(Object.entries(before).map(([name, rows]) => [name, rows.length])),
      );
      expect(counts).toMatchObject({ users: 2, requests: 2, offers: 2, audit_log: 1 });
    }),
  );

  it('lets its teachers log in, read their requests and delete their accounts', () =>
    on('template0', async (database) => {
      await restoreBackup(database, plain(file));
      const restored = await joinTestApp({ database, clock: test.clock });
      const body = {
        email: teacher.user.email,
        password: teacher.password,
        ...(await solveCaptcha(restored)),
      };
      const login = await restored.call({ method: 'POST', url: '/api/auth/login', body });
      expect(login.statusCode, login.body).toBe(200);
      const { token } = login.json<{ token: string }>();
      const own = await restored.call({ url: '/api/requests/my', token });
      expect(own.body).toContain(JSON.stringify(AWKWARD).slice(1, -1));
      await restored.call({
        method: 'DELETE',
        url: '/api/auth/account',
        body: { password: teacher.password },
        token,
      });
      const { rows } = await database.pool.query('select from users');
      expect(rows).toHaveLength(1);
      await restored.close();
    }));

  it('is a consistent snapshot although rows are written meanwhile', async () => {
    const clone = await cloneDatabase();
    const writer = await joinTestApp({ database: clone.database, clock: test.clock });
    const target = join(folder, 'moment.gz');
    const writing = (async () => {
      for (let written = 0; written < 8; written += 1)
        await postRequest(writer, await registerTeacher(writer));
    })();
    await registerTeacher(writer);
    const counts = await takeBackup(clone.database, target);
    await writing;
    await on('template0', async (database) => {
      expect(await restoreBackup(database, plain(target))).toEqual(counts);
    });
    await writer.close();
    await clone.drop();
  });
});

describe('encryption of a backup', () => {
  it("allows decryption with the backup's own key only", async () => {
    const target = join(folder, 'sealed.age');
    const [own, other] = [join(folder, 'own.key'), join(folder, 'other.key')];
    const [recipient, stranger] = [await makeKey(own), await makeKey(other)];
    expect((await stat(own)).mode & 0o777).toBe(0o600);
    await takeBackup(test.database, target, [recipient]);
    const bytes = await readFile(target);
    expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> X25519 /);
    await on('template0', async (database) => {
      const open = async (path: string, key?: string) =>
        restoreBackup(database, { file: path, keys: key === undefined ? [] : await readKeys(key) });
      await expect(open(target)).rejects.toThrow('it is encrypted, and its key is named by --identity');
      await expect(open(target, other)).rejects.toThrow('it was encrypted for another key');
      const damaged = join(folder, 'damaged.age');
      const changed = Buffer.from(bytes);
      changed[changed.length - 1] = 255 - (bytes.at(-1) ?? 0);
      for (const wrong of [bytes.subarray(0, -100), changed]) {
        await writeFile(damaged, wrong);
        await expect(open(damaged, own)).rejects.toThrow('it is cut off, damaged');
      }
      await open(target, own);
      expect(await content(database)).toEqual(await content(test.database));
    });
    await takeBackup(test.database, join(folder, 'both.age'), [stranger, recipient]);
    await checkBackup({ file: join(folder, 'both.age'), keys: await readKeys(own) });
  });

  it('reports an invalid recipient, a file without a key and an existing key file, and writes nothing', async () => {
    const target = join(folder, 'never.age');
    await expect(takeBackup(test.database, target, ['age1nonsense'])).rejects.toThrow(
      'age1nonsense is no recipient',
    );
    await expect(stat(target)).rejects.toThrow('ENOENT');
    await expect(readKeys(file)).rejects.toThrow('holds no key of age');
    await expect(readKeys(join(folder, 'none.key'))).rejects.toThrow('cannot be read: ENOENT');
    await expect(makeKey(file)).rejects.toThrow('cannot be made: EEXIST');
  });
});

describe('backup and restore refuse', () => {
  it('a truncated, damaged, foreign or newer file, and leaves no rows behind', async () => {
    const bytes = await readFile(file);
    const cut = join(folder, 'cut.gz');
    await writeFile(cut, bytes.subarray(0, bytes.length - 40));
    const shorter = join(folder, 'shorter.gz');
    await writeFile(shorter, gzipSync(gunzipSync(bytes).subarray(0, -90)));
    const damaged = join(folder, 'damaged.gz');
    await writeFile(
      damaged,
      gzipSync(gunzipSync(bytes).toString().replace('urgent', 'urgenz').replace('old', 'OLD')),
    );
    const foreign = join(folder, 'foreign.gz');
    await writeFile(foreign, gzipSync('select 1;\n'));
    const longer = join(folder, 'longer.gz');
    await writeFile(longer, gzipSync(`${gunzipSync(bytes)}more\n`));
    const cases: [string, RegExp][] = [
      [cut, /cut off, damaged/],
      [shorter, /ends too early/],
      [damaged, /checksum is wrong/],
      [foreign, /not one that this product made/],
      [longer, /something follows/],
      [
        await altered('future.gz', (text) => text.replace(/"migration":"[^"]+"/, '"migration":"9999-x"')),
        /newer version/,
      ],
      [
        await altered('table.gz', (text) => text.replace('"table":"users"', '"table":"people"')),
        /people is not one/,
      ],
      [await altered('rows.gz', (text) => text.replace('{"rows":2}', '{"rows":3}')), /has 2 rows, not 3/],
    ];
    await on('template0', async (database) => {
      for (const [path, reason] of cases)
        await expect(restoreBackup(database, plain(path)), path).rejects.toThrow(reason);
      const { users = [], requests = [] } = await content(database);
      expect([users, requests]).toEqual([[], []]);
      await restoreBackup(database, plain(file));
    });
  });

  it('to restore into a database that is not empty', async () => {
    const before = await content(test.database);
    await expect(restoreBackup(test.database, plain(file))).rejects.toThrow('The database is not empty');
    expect(await content(test.database)).toEqual(before);
    await on('template0', async (database) => {
      await database.pool.query('create table something (of_others text)');
      await expect(restoreBackup(database, plain(file))).rejects.toThrow('The database is not empty');
    });
  });

  it('to overwrite a file, and to back up an empty database', async () => {
    await expect(takeBackup(test.database, file)).rejects.toThrow('is there already');
    await on('template0', (database) =>
      expect(takeBackup(database, join(folder, 'nothing.gz'))).rejects.toThrow('nothing to back up'),
    );
    expect((await readdir(folder)).filter((name) => /part|nothing/.test(name))).toEqual([]);
  });
});

it('the schema has no sequences, and no views, which a backup would omit', async () => {
  const { rows } = await test.database.pool.query(
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind not in ('r', 'i', 't')",
  );
  expect(rows).toEqual([]);
});
