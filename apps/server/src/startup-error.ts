/** What keeps the process from starting or a command from running, in one sentence for the person who typed it. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
