import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeKey } from '../backup/encryption.ts';
import { takeBackup } from '../backup/take-backup.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/open-database.ts';
import { runCommand } from '../run-command.ts';
import { StartupError } from '../startup-error.ts';

/**
 * `npm run backup -- --to FILE` writes a backup, whether a server runs or not. With a recipient only the owner of the recipient's key can
 * read the file. `--make-key KEYFILE` creates such a key.
 */
const USAGE = 'Usage: npm run backup -- --to FILE [--recipient age1…]… | --make-key KEYFILE';

await runCommand(async () => {
  const { to, recipient, 'make-key': keyFile } = readOptions();
  if (keyFile) {
    console.info(`Encrypt with --recipient ${await makeKey(resolve(keyFile))}`);
    console.info(
      `Restore with --identity ${keyFile}: keep it where backups are not, for without it they are lost.`,
    );
    return;
  }
  if (!to) throw new StartupError(USAGE);
  const file = resolve(to);
  const database = await openDatabase(readConfig());
  try {
    const counts = await takeBackup(database, file, recipient);
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    console.info(
      `${rows} rows of ${Object.keys(counts).length} tables (${counts.users} people) are in ${file}`,
    );
  } finally {
    await database.close();
  }
});

function readOptions() {
  try {
    const options = {
      to: { type: 'string' },
      recipient: { type: 'string', multiple: true },
      'make-key': { type: 'string' },
    } as const;
    return parseArgs({ options }).values;
  } catch {
    throw new StartupError(USAGE);
  }
}
