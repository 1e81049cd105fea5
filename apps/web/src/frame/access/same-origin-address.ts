/** Returns the address of a page at that origin, or its root for an address elsewhere. Browsers read `/<tab>/host` as another host. */
export function pageOn(from: string | null, origin: string): string {
  try {
    const address = new URL(from ?? '/', origin);
    if (address.origin === origin) return address.href;
  } catch {
    // Not a valid address.
  }
  return `${origin}/`;
}
