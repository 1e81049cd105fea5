import { StartupError } from './startup-error.ts';

/** Runs a command of the command line. An error that prevents it is printed in one line, and the process exits with 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (error instanceof StartupError) console.error(error.message);
    else console.error(error);
    process.exit(1);
  }
}
