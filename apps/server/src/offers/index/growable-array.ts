/**
 * Returns an array of at least this length with the same numbers: the same array if it is long enough, otherwise a copy that is at least
 * 1.5 times as long.
 */
export function withLength(array: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length <= array.length) return array;
  const larger = new Uint32Array(Math.max(length, Math.ceil(array.length * 1.5)));
  larger.set(array);
  return larger;
}
