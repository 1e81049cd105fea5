import { armor, Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, it } from 'vitest';
import { registerTeacher } from '../../test/testing/factories.ts';
import { tableContents } from '../../test/testing/table-contents.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { readConfig } from '../platform/config.ts';
import { deleteExpired } from '../platform/retention.ts';

const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);
const key = (sealed: string) =>
  readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', SEALED_RECORDS_KEY: sealed });

async function erase(test: TestApp) {
  const teacher = await registerTeacher(test, { name: 'Zulekha Perween', schoolName: 'Sealed School' });
  const body = { password: teacher.password };
  const erased = await test.call({ method: 'DELETE', url: '/api/auth/account', body, token: teacher.token });
  expect(erased.statusCode).toBe(200);
  await test.settled();
  return teacher.user;
}

it('an erased account leaves one record that only the holder of the identity reads, for 180 days', async () => {
  const test = await startTestApp(() => ({ config: key(recipient) }));
  const user = await erase(test);
  const [record] = await test.database.db.selectFrom('sealed_records').selectAll().execute();
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const opened = await decrypter.decrypt(armor.decode(record?.sealed ?? ''), 'text');
  expect(JSON.parse(opened)).toMatchObject({
    id: user._id,
    name: 'Zulekha Perween',
    email: user.email,
    phone: user.phone,
    school_name: 'Sealed School',
    district: 'gaya',
    former_names: [],
    created_at: expect.any(String),
    erased_at: record?.created_at.toISOString(),
  });
  expect(opened).not.toMatch(/password|factor|recovery/);

  const everything = JSON.stringify(await tableContents(test)).toLowerCase();
  for (const plain of ['zulekha', 'sealed school', user.email, String(user.phone)])
    expect(everything).not.toContain(plain.toLowerCase());

  const after = (days: number) => new Date(test.clock.now.getTime() + days * 86_400_000);
  await deleteExpired(test.database.db, after(179));
  expect(await test.database.db.selectFrom('sealed_records').select('id').execute()).toHaveLength(1);
  await deleteExpired(test.database.db, after(181));
  expect(await test.database.db.selectFrom('sealed_records').select('id').execute()).toEqual([]);
  await test.close();
});

it('without a key nothing is sealed', async () => {
  const test = await startTestApp();
  await erase(test);
  expect(await test.database.db.selectFrom('sealed_records').select('id').execute()).toEqual([]);
  await test.close();
});

it.each(['age1nothing', identity, 'a passphrase'])(
  'the start is refused with the key %#, by its name',
  (wrong) => {
    expect(() => key(wrong)).toThrow(
      'SEALED_RECORDS_KEY: must be a public key of age (age1…), and not the identity',
    );
  },
);
