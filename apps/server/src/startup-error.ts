/** Error that prevents the process or a command from starting. Its message is one sentence for the user. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
