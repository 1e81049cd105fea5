import { parseArgs } from 'node:util';
import { z } from 'zod';
import { removeDemoAccounts } from '../demo/demo-accounts.ts';
import {
  ADMINISTRATOR_EMAIL,
  addDemoAdministrator,
  addDemoTeachers,
  DEMO_PASSWORD,
  DEMO_SEED,
} from '../demo/demo-world.ts';
import { readConfig } from '../platform/config.ts';
import { migrate } from '../platform/database/migrate.ts';
import { type OpenDatabase, openDatabase } from '../platform/database/open-database.ts';
import { runCommand, StartupError } from '../platform/database/startup-error.ts';
import { createPasswords } from '../sign-in/passwords.ts';

/** `npm run demo -- --teachers N [--seed S]`: adds demo teachers until the database holds N. `remove` removes all demo accounts. */
const USAGE = `Usage: npm run demo -- --teachers N [--seed S] | remove
N is a whole number from 1 to 10000000: how many demo teachers the database holds in the end.
S is a whole number, ${DEMO_SEED} unless given: another one makes other teachers.
While many are written, a server beside it waits.
remove: removes all demo accounts and what depends on them. Other accounts stay.`;

const PROGRESS_EVERY = 50_000;

const parameters = z.strictObject({
  teachers: z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(1).max(10_000_000)),
  seed: z.string().regex(/^\d+$/).transform(Number).pipe(z.int()).default(DEMO_SEED),
});

await runCommand(async () => {
  const wanted = readParameters();
  const config = readConfig();
  if (wanted !== 'remove' && config.mode === 'production')
    throw new StartupError('There is no demo data in production.');
  const database = await openDatabase(config);
  try {
    await migrate(database);
    await (wanted === 'remove' ? remove(database) : grow(database, wanted));
  } finally {
    await database.close();
  }
});

function readParameters(): z.output<typeof parameters> | 'remove' {
  try {
    const options = { teachers: { type: 'string' }, seed: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.join() === 'remove' && Object.keys(values).length === 0) return 'remove';
    if (positionals.length > 0) throw new StartupError(USAGE);
    return parameters.parse({ ...values });
  } catch {
    throw new StartupError(USAGE);
  }
}

async function remove(database: OpenDatabase): Promise<void> {
  const { accounts, requests, agreements, ended, left } = await removeDemoAccounts(database, new Date());
  console.info(
    `${accounts} demo accounts, ${requests} requests and ${agreements} agreements are removed; ` +
      `${ended} agreements with other people ended; ${left} accounts stay.`,
  );
}

async function grow(database: OpenDatabase, wanted: z.output<typeof parameters>): Promise<void> {
  const now = new Date();
  const passwordHash = await createPasswords().hash(DEMO_PASSWORD);
  const onProgress = (written: number) => {
    if (written > 0 && written % PROGRESS_EVERY === 0) console.info(`${written} teachers written`);
  };
  const created = await addDemoTeachers(database, { ...wanted, now, passwordHash, onProgress });
  await addDemoAdministrator(database, passwordHash, now);
  const seconds = ((Date.now() - now.getTime()) / 1_000).toFixed(1);
  console.info(
    `${created.teachers} teachers and ${created.requests} requests added in ${seconds} s; ` +
      `the database holds ${created.before + created.teachers} demo teachers.`,
  );
  console.info(`All of them, and ${ADMINISTRATOR_EMAIL}, have the password ${DEMO_PASSWORD}`);
}
