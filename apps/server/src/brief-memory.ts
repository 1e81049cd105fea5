interface Remembered<Value> {
  readonly promise: Promise<Value>;
  /** Undefined while it is being worked out. */
  settled?: { readonly value: Value; readonly until: number };
}

/** Remembers what was worked out for a key for a while, so that asking again and again costs nothing. */
export class BriefMemory<Value> {
  readonly #known = new Map<string, Remembered<Value>>();
  readonly #lifetimeOf: (value: Value) => number;
  readonly #most: number;

  /**
   * @param lifetime How long a value is held from the moment it was asked for; milliseconds, or how long each of them.
   * @param most How many keys are held: the oldest go first.
   */
  constructor(lifetime: number | ((value: Value) => number), most: number) {
    this.#lifetimeOf = typeof lifetime === 'number' ? () => lifetime : lifetime;
    this.#most = most;
  }

  /** What is known of the key at that moment, or what `work` finds out now; those who ask meanwhile share it. */
  get(key: string, now: number, work: () => Promise<Value>): Promise<Value> {
    const known = this.#known.get(key);
    if (known !== undefined && (known.settled === undefined || now < known.settled.until))
      return known.promise;
    this.#known.delete(key);
    const fresh: Remembered<Value> = { promise: work() };
    this.#known.set(key, fresh);
    fresh.promise.then(
      (value) => {
        fresh.settled = { value, until: now + this.#lifetimeOf(value) };
      },
      () => {
        if (this.#known.get(key) === fresh) this.#known.delete(key);
      },
    );
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= this.#most) break;
      this.#known.delete(oldest);
    }
    return fresh.promise;
  }

  /** Forgets what is no longer so, and all that is still being worked out. */
  forget(isObsolete: (value: Value) => boolean): void {
    for (const [key, { settled }] of this.#known) {
      if (settled === undefined || isObsolete(settled.value)) this.#known.delete(key);
    }
  }
}
