/** Keys of calls whose responses were lost, by account, path, body and tag. A repeated call reuses its key. */
const unanswered = new Map<string, string>();

export function newKey(): string {
  // `crypto.randomUUID` is missing on pages without TLS.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Returns the key of a call, or the previous one of the same call if its response was lost. */
export function keyOf(call: string): string {
  const key = unanswered.get(call) ?? newKey();
  unanswered.set(call, key);
  return key;
}

/** Deletes the key of a call after a response. */
export function forgetKey(call: string): void {
  unanswered.delete(call);
}
