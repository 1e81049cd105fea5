/** Returns the `code` of an error of Node or PostgreSQL; undefined for other values. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Error that prevents the process or a command from starting. Its message is one sentence for the user. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/**
 * SQLSTATE codes and classes of errors that the operator can remove: no connection (08), a login that is refused (28), a missing database
 * (3D), no room for a connection or a row (53), a shutdown (57P), missing permissions (42501), and a read-only database (25006).
 */
const operatorStates = /^(08|28|3D|53|57P|42501|25006)/;

/** Returns the sentence for an error that prevented the start; `undefined` for an unexpected error. */
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof StartupError) return error.message;
  const code = codeOf(error) ?? '';
  if (!(error instanceof Error) || code.length !== 5 || !operatorStates.test(code)) return undefined;
  return `The database refused the start: ${error.message}.`;
}

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
