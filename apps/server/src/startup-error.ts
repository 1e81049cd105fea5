/** An error that prevents the process or a command from starting, as one sentence for the user. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
