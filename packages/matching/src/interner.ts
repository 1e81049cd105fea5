/** Names to small integers and back, in the order of first sight. */
export class Interner {
  readonly #numbers = new Map<string, number>();
  readonly names: string[] = [];

  /** The number of the name, given now if it is new. */
  number(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const fresh = this.names.length;
    this.#numbers.set(name, fresh);
    this.names.push(name);
    return fresh;
  }

  /** The number of the name, or undefined when it was never given one. */
  known(name: string): number | undefined {
    return this.#numbers.get(name);
  }
}

/** The order of names everywhere in this package: by UTF-16 code units, the same in every locale. */
export function compareNames(first: string, second: string): number {
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** For every number its rank in the order of names, so that results do not depend on the order of reading. */
export function ranks(names: readonly string[]): Int32Array {
  const order = Array.from(names, (_, index) => index);
  order.sort((first, second) => compareNames(names[first] ?? '', names[second] ?? ''));
  const rank = new Int32Array(names.length);
  order.forEach((number, position) => {
    rank[number] = position;
  });
  return rank;
}
