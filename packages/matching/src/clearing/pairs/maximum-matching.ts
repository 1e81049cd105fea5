const OPEN = 0;
const EVEN = 1;
const ODD = 2;
const EXHAUSTED = 3;

/**
 * Computes a maximum matching in a general graph (Edmonds 1965): augmenting paths by breadth-first search from each free vertex, blossoms
 * shrunk by union-find. Later searches skip the tree of a failed search, since no augmenting path passes through it.
 *
 * @param neighbours Neighbours of each vertex, in both directions.
 * @returns the partner of each vertex, or -1.
 */
export function maximumMatching(neighbours: readonly (readonly number[])[]): Int32Array {
  return new BlossomSearch(neighbours).run();
}

class BlossomSearch {
  readonly #neighbours: readonly (readonly number[])[];
  readonly #mate: Int32Array;
  readonly #label: Uint8Array;
  /** Even vertex from which an odd one was reached; within a blossom, for even ones too. */
  readonly #link: Int32Array;
  readonly #parent: Int32Array;
  readonly #stamp: Int32Array;
  #stamps = 0;
  #queue: number[] = [];
  #touched: number[] = [];

  constructor(neighbours: readonly (readonly number[])[]) {
    const count = neighbours.length;
    this.#neighbours = neighbours;
    this.#mate = new Int32Array(count).fill(-1);
    this.#label = new Uint8Array(count);
    this.#link = new Int32Array(count).fill(-1);
    this.#parent = Int32Array.from({ length: count }, (_, vertex) => vertex);
    this.#stamp = new Int32Array(count);
  }

  run(): Int32Array {
    this.#matchGreedily();
    for (let root = 0; root < this.#neighbours.length; root++) {
      if (this.#mate[root] < 0 && this.#label[root] === OPEN) this.#searchFrom(root);
    }
    return this.#mate;
  }

  #matchGreedily(): void {
    this.#neighbours.forEach((others, vertex) => {
      if (this.#mate[vertex] >= 0) return;
      const free = others.find((other) => this.#mate[other] < 0);
      if (free === undefined) return;
      this.#mate[vertex] = free;
      this.#mate[free] = vertex;
    });
  }

  #searchFrom(root: number): void {
    this.#queue = [];
    this.#touched = [];
    this.#makeEven(root);
    for (const vertex of this.#queue) {
      const end = this.#scan(vertex);
      if (end < 0) continue;
      this.#augment(end);
      for (const touched of this.#touched) this.#reset(touched, OPEN);
      return;
    }
    for (const touched of this.#touched) this.#reset(touched, EXHAUSTED);
  }

  #reset(vertex: number, label: number): void {
    this.#label[vertex] = label;
    this.#parent[vertex] = vertex;
  }

  #makeEven(vertex: number): void {
    this.#label[vertex] = EVEN;
    this.#touched.push(vertex);
    this.#queue.push(vertex);
  }

  /**
   * Scans the edges of an even vertex.
   *
   * @returns a free vertex that ends an augmenting path, or -1.
   */
  #scan(vertex: number): number {
    for (const other of this.#neighbours[vertex] ?? []) {
      if (this.#label[other] === OPEN) {
        this.#link[other] = vertex;
        this.#label[other] = ODD;
        this.#touched.push(other);
        if (this.#mate[other] < 0) return other;
        this.#makeEven(this.#mate[other]);
      } else if (this.#label[other] === EVEN && this.#base(vertex) !== this.#base(other)) {
        const ancestor = this.#commonAncestor(vertex, other);
        this.#shrink(vertex, other, ancestor);
        this.#shrink(other, vertex, ancestor);
      }
    }
    return -1;
  }

  #augment(end: number): void {
    for (let odd = end; odd >= 0; ) {
      const even = this.#link[odd];
      const next = this.#mate[even];
      this.#mate[odd] = even;
      this.#mate[even] = odd;
      odd = next;
    }
  }

  #base(vertex: number): number {
    let base = vertex;
    while (this.#parent[base] !== base) {
      this.#parent[base] = this.#parent[this.#parent[base]];
      base = this.#parent[base];
    }
    return base;
  }

  /** Returns the base at which the paths of both vertices to the root meet, walking up from both in turns. */
  #commonAncestor(first: number, second: number): number {
    const stamp = ++this.#stamps;
    let [here, there] = [first, second];
    for (;;) {
      if (here >= 0) {
        here = this.#base(here);
        if (this.#stamp[here] === stamp) return here;
        this.#stamp[here] = stamp;
        here = this.#mate[here] < 0 ? -1 : this.#link[this.#mate[here]];
      }
      [here, there] = [there, here];
    }
  }

  #shrink(from: number, across: number, ancestor: number): void {
    let [vertex, partner] = [from, across];
    while (this.#base(vertex) !== ancestor) {
      this.#link[vertex] = partner;
      partner = this.#mate[vertex];
      if (this.#label[partner] === ODD) {
        this.#label[partner] = EVEN;
        this.#queue.push(partner);
      }
      if (this.#base(vertex) === vertex) this.#parent[vertex] = ancestor;
      if (this.#base(partner) === partner) this.#parent[partner] = ancestor;
      vertex = this.#link[partner];
    }
  }
}
