import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { LRUCache } from 'lru-cache';
import { boundedCache } from '../cache-bounds.ts';

/** A rendered page. Each encoding is compressed once for all readers. */
export class RenderedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly #body: Buffer;
  readonly #compressed = new Map<PageEncoding, Promise<Buffer>>();

  constructor(status: number, headers: Readonly<Record<string, string>>, body: Buffer) {
    this.status = status;
    this.headers = headers;
    this.#body = body;
  }

  /** Upper bound of its size in bytes: a compressed copy is smaller than the text. */
  get bytes(): number {
    const headers = Object.values(this.headers).reduce((sum, value) => sum + 2 * value.length, 0);
    return headers + pageEncodings.length * this.#body.byteLength;
  }

  /** Returns the page's bytes in an encoding. */
  in(encoding: PageEncoding): Promise<Buffer> {
    const known = this.#compressed.get(encoding) ?? compressors[encoding](this.#body);
    this.#compressed.set(encoding, known);
    return known;
  }
}

export const pageEncodings = ['br', 'gzip', 'identity'] as const;
export type PageEncoding = (typeof pageEncodings)[number];

const QUALITY = 5;
const compressors: Record<PageEncoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  gzip: (body) => promisify(gzip)(body),
  identity: (body) => Promise.resolve(body),
};

/**
 * How long, in milliseconds, a page is sent as it is, and how long after its rendering while another one is rendered, where it is known that
 * nothing changed meanwhile.
 */
const FRESH = 1_000;
const STALE = 5_000;

type Render = () => Promise<RenderedPage | undefined>;

/** Pages that are the same for every visitor, rendered about once a second, and after a change, however many ask. */
export class PageCache {
  readonly #pages: LRUCache<string, RenderedPage, Render>;

  constructor(clock: { readonly now: () => number } = performance) {
    this.#pages = boundedCache<RenderedPage, Render>('pages', (page) => page.bytes, {
      ttl: FRESH,
      ttlResolution: 0,
      perf: clock,
      ignoreFetchAbort: true,
      noDeleteOnFetchRejection: true,
      fetchMethod: (_key, _stale, { context: render }) => render(),
    });
  }

  /** Size of the cached pages in bytes. */
  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  /**
   * Returns the page of a key. A visitor waits for a rendering only when no page is young enough, or when something changed since it was begun; all
   * who wait share one.
   *
   * @param changes how far changes are known, by a number that grows with them; undefined while they are not known.
   * @param render Undefined for a page that is not for every visitor: it is not kept.
   */
  get(key: string, changes: number | undefined, render: Render): Promise<RenderedPage | undefined> {
    // Hashed, for an address may have 16 kB.
    const keyNow = createHash('sha256').update(`${changes} ${key}`).digest('base64url');
    const isYoung = this.#pages.getRemainingTTL(keyNow) > FRESH - STALE;
    return this.#pages.fetch(keyNow, { context: render, allowStale: changes !== undefined && isYoung });
  }
}
