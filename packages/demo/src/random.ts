/**
 * Stream of pseudo-random numbers: xoshiro128** 1.1 by David Blackman and Sebastiano Vigna (2018, public domain,
 * https://prng.di.unimi.it/xoshiro128starstar.c). The finaliser of MurmurHash3 (Austin Appleby, public domain) fills
 * its state. Not for secrets.
 */
export class Random {
  #first: number;
  #second: number;
  #third: number;
  #fourth: number;

  /** Creates the stream of a pair of whole numbers. Different pairs give different streams. */
  constructor(seed: number, stream: number) {
    const root = mix(mix(seed) ^ mix(Math.floor(seed / 2 ** 32) + 1) ^ mix(stream + 0x9e37_79b9));
    this.#first = mix(root + 0x9e37_79b9);
    this.#second = mix(root + 0x3c6e_f372);
    this.#third = mix(root + 0xdaa6_6d2b);
    this.#fourth = mix(stream ^ 0x78dd_e6e4) | 1;
  }

  /** Returns a whole number from 0 to 2³² − 1. */
  word(): number {
    const result = Math.imul(rotate(Math.imul(this.#second, 5), 7), 9) >>> 0;
    const carried = this.#second << 9;
    this.#third ^= this.#first;
    this.#fourth ^= this.#second;
    this.#second ^= this.#third;
    this.#first ^= this.#fourth;
    this.#third ^= carried;
    this.#fourth = rotate(this.#fourth, 11);
    return result;
  }

  /** Returns a number in [0, 1). */
  share(): number {
    return this.word() / 2 ** 32;
  }

  /** Returns true with the given probability. */
  chance(probability: number): boolean {
    return this.share() < probability;
  }

  /** Returns a whole number in [0, limit). */
  below(limit: number): number {
    return Math.floor(this.share() * limit);
  }

  /** Returns one of the items, all equally likely. */
  pick<Item>(items: readonly Item[]): Item {
    return at(items, this.below(items.length));
  }
}

/** Items to draw from, in proportion to their weights. */
export class Weighted<Item> {
  readonly #items: Item[] = [];
  readonly #sums: number[] = [];
  readonly #total: number;

  constructor(entries: Iterable<readonly [Item, number]>) {
    let total = 0;
    for (const [item, weight] of entries) {
      total += weight;
      this.#items.push(item);
      this.#sums.push(total);
    }
    this.#total = total;
  }

  /**
   * Returns one of the items.
   * @throws {RangeError} if there are none.
   */
  draw(random: Random): Item {
    const target = random.share() * this.#total;
    let low = 0;
    let high = this.#items.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at(this.#sums, middle) > target) high = middle;
      else low = middle + 1;
    }
    return at(this.#items, low);
  }
}

/** Finaliser of MurmurHash3: every bit of a 32-bit word affects every other. */
export function mix(value: number): number {
  let word = value | 0;
  word = Math.imul(word ^ (word >>> 16), 0x85eb_ca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2_ae35);
  return (word ^ (word >>> 16)) >>> 0;
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError('There is nothing to draw from');
  return item;
}
