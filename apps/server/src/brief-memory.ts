interface Remembered<Value> {
  readonly value: Promise<Value>;
  readonly until: number;
}

/** Remembers what was worked out for a key for a while, so that asking again and again costs nothing. */
export class BriefMemory<Value> {
  readonly #known = new Map<string, Remembered<Value>>();
  readonly #lifetime: number;
  readonly #most: number;

  /** @param most How many keys are held: the oldest go first. */
  constructor(lifetime: number, most: number) {
    this.#lifetime = lifetime;
    this.#most = most;
  }

  /** What is known of the key at that moment, or what `work` finds out now; those who ask meanwhile share it. */
  get(key: string, now: number, work: () => Promise<Value>): Promise<Value> {
    const known = this.#known.get(key);
    if (known !== undefined && now < known.until) return known.value;
    this.#known.delete(key);
    const value = work();
    this.#known.set(key, { value, until: now + this.#lifetime });
    value.catch(() => this.#known.delete(key));
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= this.#most) break;
      this.#known.delete(oldest);
    }
    return value;
  }
}
