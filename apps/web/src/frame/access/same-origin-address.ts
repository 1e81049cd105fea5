/**
 * Returns the URL of a page of this origin, or the root of the origin if `from` is a URL of another origin. Browsers read `/<tab>/host` as
 * another host.
 */
export function pageOn(from: string | null, origin: string): string {
  try {
    const address = new URL(from ?? '/', origin);
    if (address.origin === origin) return address.href;
  } catch {
    // `from` is not a valid URL.
  }
  return `${origin}/`;
}
