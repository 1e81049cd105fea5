/**
 * The key under which text is compared and searched: compatibility-composed, in lower case, without the joiners
 * that make `राम` and `रा‍म` differ while they look alike.
 */
export function comparisonKey(text: string): string {
  return text
    .replace(/[\u200B-\u200D\u2060\uFEFF]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC');
}
