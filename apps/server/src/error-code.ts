/** Returns the `code` of an error of Node or PostgreSQL; undefined for other values. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
