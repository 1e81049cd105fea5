import { sentenceOf } from './startup-error.ts';

/**
 * Runs a command-line command. If it fails, prints the error and exits with status 1; a `StartupError` and an error of the database that
 * the operator can remove are printed as one line.
 */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(sentenceOf(error) ?? error);
    process.exit(1);
  }
}
