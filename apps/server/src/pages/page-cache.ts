import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { LRUCache } from 'lru-cache';
import { boundedCache } from '../platform/caches.ts';

/** Rendered page. Compresses the body once per encoding. */
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

  /** Upper bound of the page's size in bytes: compressed copies are smaller than the text. */
  get bytes(): number {
    const headers = Object.values(this.headers).reduce((sum, value) => sum + 2 * value.length, 0);
    return headers + pageEncodings.length * this.#body.byteLength;
  }

  /** Returns the body in an encoding. */
  in(encoding: PageEncoding): Promise<Buffer> {
    const cached = this.#compressed.get(encoding) ?? compressors[encoding](this.#body);
    this.#compressed.set(encoding, cached);
    return cached;
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
 * Maximum ages of a page in milliseconds. Up to `FRESH` the page is sent without being rendered again; up to `STALE` it is sent while it is
 * rendered again, if nothing has changed.
 */
const FRESH = 1_000;
const STALE = 5_000;

type Render = () => Promise<RenderedPage | undefined>;

/** Starts a rendering when its turn comes. */
type InTurn = (render: Render) => ReturnType<Render>;

/**
 * Cache of pages that are the same for every visitor. Renders each page about once a second, and after a change, whatever the number of
 * requests. Of each page one rendering waits for its turn at most, whatever the number of changes: it shows all of them.
 */
export class PageCache {
  readonly #pages: LRUCache<string, RenderedPage, Render>;
  readonly #waiting = new Map<string, ReturnType<Render>>();

  constructor(clock: { now: () => number } = performance) {
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
   * Returns the page of a key. Waits for a rendering only if no cached page is recent enough, or if something changed since its rendering
   * began. Concurrent callers share one rendering.
   * @param version Changes with every change of the list that this process has read; `undefined` while changes are not read.
   * @param render Resolves with `undefined` for a page that is not the same for every visitor and must not be cached.
   */
  get(
    key: string,
    version: string | undefined,
    render: Render,
    inTurn: InTurn = (work) => work(),
  ): Promise<RenderedPage | undefined> {
    // The key is hashed, since a URL may have 16 kB.
    const keyNow = createHash('sha256').update(`${version} ${key}`).digest('base64url');
    const isYoung = this.#pages.getRemainingTTL(keyNow) > FRESH - STALE;
    const context = () => this.#renderNext(key, render, inTurn);
    return this.#pages.fetch(keyNow, { context, allowStale: version !== undefined && isYoung });
  }

  #renderNext(key: string, render: Render, inTurn: InTurn): ReturnType<Render> {
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) return waiting;
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      this.#waiting.delete(key);
    };
    const page = inTurn(() => {
      begin();
      return render();
    });
    if (hasBegun) return page;
    this.#waiting.set(key, page);
    // A full queue refuses it before it begins.
    page.catch(() => this.#waiting.get(key) === page && begin());
    return page;
  }
}
