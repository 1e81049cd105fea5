import { StartupError } from './startup-error.ts';

/** Runs what a person started; what keeps it from running is said in one line, and the process ends with 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (error instanceof StartupError) console.error(error.message);
    else console.error(error);
    process.exit(1);
  }
}
