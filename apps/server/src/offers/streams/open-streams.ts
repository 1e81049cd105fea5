import { type AddressKey, addressKeys } from '../../limits/address-keys.ts';

/** Maximum number of open streams of an account, for instance on a phone and a computer. The newest stay open. */
const MOST_OF_AN_ACCOUNT = 5;
/** Share of the process's streams that one address may open. Many phones of one mobile operator share an IPv4 address. */
const SHARE_OF_AN_ADDRESS = 0.1;

interface StreamBounds {
  /** Maximum number of streams of the process. */
  readonly liveStreams: number;
  readonly rateLimits: boolean;
}

interface Opened {
  readonly viewer: { readonly userId: string; readonly address?: string };
}

/** Open streams, found by account and counted by address, so that the time to open one does not depend on their number. */
export class OpenStreams<Stream extends Opened> {
  readonly #bounds: StreamBounds;
  readonly #all = new Set<Stream>();
  readonly #byAccount = new Map<string, Set<Stream>>();
  readonly #countByAddress = new Map<string, number>();

  constructor(bounds: StreamBounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#all.size;
  }

  has(stream: Stream): boolean {
    return this.#all.has(stream);
  }

  [Symbol.iterator](): Iterator<Stream> {
    return this.#all.values();
  }

  /** Returns true if the process or the address has reached its maximum number of streams. */
  isFull(address: string | undefined): boolean {
    const { liveStreams, rateLimits } = this.#bounds;
    if (this.#all.size >= liveStreams) return true;
    const most = Math.max(MOST_OF_AN_ACCOUNT, liveStreams * SHARE_OF_AN_ADDRESS);
    const isSpent = ({ key, factor }: AddressKey) => (this.#countByAddress.get(key) ?? 0) >= most * factor;
    return rateLimits && keysOf(address).some(isSpent);
  }

  /** Adds a stream. @returns the account's oldest stream if the account now has too many. */
  add(stream: Stream): Stream | undefined {
    const { userId, address } = stream.viewer;
    const own = this.#byAccount.get(userId) ?? new Set();
    this.#all.add(stream);
    this.#byAccount.set(userId, own.add(stream));
    for (const { key } of keysOf(address)) this.#count(key, 1);
    return own.size > MOST_OF_AN_ACCOUNT ? own.values().next().value : undefined;
  }

  delete(stream: Stream): void {
    if (!this.#all.delete(stream)) return;
    const { userId, address } = stream.viewer;
    const own = this.#byAccount.get(userId);
    own?.delete(stream);
    if (own?.size === 0) this.#byAccount.delete(userId);
    for (const { key } of keysOf(address)) this.#count(key, -1);
  }

  #count(key: string, change: number): void {
    const count = (this.#countByAddress.get(key) ?? 0) + change;
    if (count > 0) this.#countByAddress.set(key, count);
    else this.#countByAddress.delete(key);
  }
}

function keysOf(address: string | undefined): readonly AddressKey[] {
  return address === undefined ? [] : addressKeys(address);
}
