/**
 * Returns the key under which text is compared and searched: NFKC, lower case, without the joiners that make `राम`
 * and `रा‍म` differ although they look alike.
 */
export function comparisonKey(text: string): string {
  return text
    .replace(/[\u200B-\u200D\u2060\uFEFF]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC');
}
