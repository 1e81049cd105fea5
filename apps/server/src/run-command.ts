import { StartupError } from './startup-error.ts';

/** Runs a command-line command. If it fails, prints the error and exits with status 1; a `StartupError` is printed as one line. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (error instanceof StartupError) console.error(error.message);
    else console.error(error);
    process.exit(1);
  }
}
