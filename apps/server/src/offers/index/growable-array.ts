/** An array of that length at least with the same numbers: the same one where it is long enough, else one half as long again. */
export function grown(array: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length <= array.length) return array;
  const larger = new Uint32Array(Math.max(length, Math.ceil(array.length * 1.5)));
  larger.set(array);
  return larger;
}
