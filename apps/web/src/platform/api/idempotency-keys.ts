/** Keys of calls whose answers were lost, by account, path and body: the same call once more is the same for the server. */
const unanswered = new Map<string, string>();

/** Returns a key that no other call has. */
export function newKey(): string {
  // `crypto.randomUUID` is missing on pages without TLS.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Returns the key of a call: that of the same call before, if its answer was lost. */
export function keyOf(call: string): string {
  const key = unanswered.get(call) ?? newKey();
  unanswered.set(call, key);
  return key;
}

/** Forgets the key of a call that was answered. */
export function forgetKey(call: string): void {
  unanswered.delete(call);
}
