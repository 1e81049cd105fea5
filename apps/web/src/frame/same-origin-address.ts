/** The address of a page of the product at that origin; its start instead of one elsewhere. Browsers read `/<tab>/host` as another host. */
export function pageOn(from: string | null, origin: string): string {
  try {
    const address = new URL(from ?? '/', origin);
    if (address.origin === origin) return address.href;
  } catch {
    // No address at all.
  }
  return `${origin}/`;
}
