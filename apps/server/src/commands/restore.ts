import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readKeys } from '../backup/encryption.ts';
import { checkBackup, restoreBackup } from '../backup/restore-backup.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/open-database.ts';
import { runCommand } from '../run-command.ts';
import { StartupError } from '../startup-error.ts';

/** `npm run restore -- --from FILE` restores a backup into an empty database. `--identity` names the key of an encrypted backup. */
const USAGE = 'Usage: npm run restore -- --from FILE [--identity KEYFILE]';

await runCommand(async () => {
  const { from, identity } = readOptions();
  if (!from) throw new StartupError(USAGE);
  const source = { file: resolve(from), keys: identity ? await readKeys(resolve(identity)) : [] };
  // Validates the file before a database is opened or created, so that an invalid file has no effect.
  await checkBackup(source);
  const database = await openDatabase(readConfig());
  try {
    const counts = await restoreBackup(database, source);
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    console.info(`${rows} rows of ${Object.keys(counts).length} tables (${counts.users} people) are back`);
  } finally {
    await database.close();
  }
});

function readOptions() {
  try {
    return parseArgs({ options: { from: { type: 'string' }, identity: { type: 'string' } } }).values;
  } catch {
    throw new StartupError(USAGE);
  }
}
