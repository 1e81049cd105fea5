/** Maps names to small integers and back; integers are assigned in order of first use. */
export class Interner {
  readonly #numbers = new Map<string, number>();
  readonly names: string[] = [];

  /** Returns the number of the name; assigns the next one to a new name. */
  number(name: string): number {
    const existing = this.#numbers.get(name);
    if (existing !== undefined) return existing;
    const fresh = this.names.length;
    this.#numbers.set(name, fresh);
    this.names.push(name);
    return fresh;
  }

  /** Returns the number of the name, or undefined if it has none. */
  find(name: string): number | undefined {
    return this.#numbers.get(name);
  }
}

/** Compares names by UTF-16 code units, which is the same in every locale. Used for every order of names in this package. */
export function compareNames(first: string, second: string): number {
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** Returns the rank of every number in the order of names, so that results do not depend on the order of reading. */
export function ranks(names: readonly string[]): Int32Array {
  const order = Array.from(names, (_, index) => index);
  order.sort((first, second) => compareNames(names[first] ?? '', names[second] ?? ''));
  const rank = new Int32Array(names.length);
  order.forEach((number, position) => {
    rank[number] = position;
  });
  return rank;
}
