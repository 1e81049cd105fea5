import { expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

it('password hashes have the cost that OWASP recommends', async () => {
  const passwords = createPasswords();
  const hashed = await passwords.hash('a quiet mango orchard');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(hashed, 'a quiet mango orchard')).toBe(true);
  expect(await passwords.verify(hashed, 'a loud mango orchard')).toBe(false);
});
