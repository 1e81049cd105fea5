import type { IdTable } from './id-table.ts';

const FIRST_PLACES = 512;

/** Set of the owners of ids in a table. Compares ids in binary form, because converting them to text takes a hundred times as long. */
export class OwnersSeen {
  readonly #ids: Pick<IdTable, 'ownerHash' | 'haveOneOwner'>;
  /** Hash table with open addressing. An entry is the number of one of the owner's ids plus one; 0 means empty. At most half full. */
  #places = new Uint32Array(FIRST_PLACES);
  #size = 0;

  constructor(ids: Pick<IdTable, 'ownerHash' | 'haveOneOwner'>) {
    this.#ids = ids;
  }

  /** Number of owners in the set. */
  get size(): number {
    return this.#size;
  }

  /**
   * Adds the owner of the id with this number.
   *
   * @returns false if the owner was already in the set.
   */
  add(number: number): boolean {
    const place = this.#placeOf(number);
    if (this.#places[place] !== 0) return false;
    this.#places[place] = number + 1;
    this.#size += 1;
    if (this.#size > this.#places.length / 2) this.#grow();
    return true;
  }

  #placeOf(number: number): number {
    const last = this.#places.length - 1;
    let place = this.#ids.ownerHash(number) & last;
    for (;;) {
      const seen = this.#places[place] ?? 0;
      if (seen === 0 || this.#ids.haveOneOwner(seen - 1, number)) return place;
      place = (place + 1) & last;
    }
  }

  #grow(): void {
    const seen = this.#places.filter((place) => place !== 0);
    this.#places = new Uint32Array(2 * this.#places.length);
    for (const each of seen) this.#places[this.#placeOf(each - 1)] = each;
  }
}
