import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { takeBackup } from '../backup/take-backup.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/open-database.ts';
import { runCommand } from '../run-command.ts';
import { StartupError } from '../startup-error.ts';

/** `npm run backup -- --to FILE`: keeps everything as it is at this moment, beside a running server or without one. */
const USAGE = 'Usage: npm run backup -- --to FILE';

await runCommand(async () => {
  const file = readFileName();
  const database = await openDatabase(readConfig());
  try {
    const counts = await takeBackup(database, file);
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    console.info(
      `${rows} rows of ${Object.keys(counts).length} tables (${counts.users} people) are in ${file}`,
    );
  } finally {
    await database.close();
  }
});

function readFileName(): string {
  try {
    const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
    if (to) return resolve(to);
  } catch {
    // An option that is not known: the usage says which are.
  }
  throw new StartupError(USAGE);
}
