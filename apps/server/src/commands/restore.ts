import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkBackup, restoreBackup } from '../backup/restore-backup.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/open-database.ts';
import { runCommand } from '../run-command.ts';
import { StartupError } from '../startup-error.ts';

/** `npm run restore -- --from FILE`: brings everything back, into an empty database only. */
const USAGE = 'Usage: npm run restore -- --from FILE';

await runCommand(async () => {
  const file = readFileName();
  // Before anything is opened or made: a wrong file leaves no trace.
  await checkBackup(file);
  const database = await openDatabase(readConfig());
  try {
    const counts = await restoreBackup(database, file);
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    console.info(`${rows} rows of ${Object.keys(counts).length} tables (${counts.users} people) are back`);
  } finally {
    await database.close();
  }
});

function readFileName(): string {
  try {
    const { from } = parseArgs({ options: { from: { type: 'string' } } }).values;
    if (from) return resolve(from);
  } catch {
    // An option that is not known: the usage says which are.
  }
  throw new StartupError(USAGE);
}
