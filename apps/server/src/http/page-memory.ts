import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A page as it goes out, and compressed once for all who read it. */
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

  /** The page's bytes in an encoding. */
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

/** How long a page is as good as new, and how long it is shown while another one is made. */
const FRESH = 1_000;
const STALE = 5_000;
const MOST_PAGES = 200;

interface Remembered {
  readonly page: RenderedPage;
  readonly renderedAt: number;
}

/** Pages that are the same for everybody, rendered about once a second however many ask. */
export class PageMemory {
  readonly #known = new Map<string, Remembered>();
  readonly #underWay = new Map<string, Promise<RenderedPage | undefined>>();

  /**
   * The page of a key. Nobody waits for a rendering but who finds no page young enough; those wait for the same one.
   *
   * @param render Undefined for a page that is not for everybody, or not for long: it is not kept.
   */
  async get(key: string, render: () => Promise<RenderedPage | undefined>): Promise<RenderedPage | undefined> {
    const known = this.#known.get(key);
    const age = known === undefined ? Number.POSITIVE_INFINITY : performance.now() - known.renderedAt;
    if (age < FRESH) return known?.page;
    const fresh = this.#underWay.get(key) ?? this.#start(key, render);
    if (age < STALE) {
      // Who started it hears of its failure by the next who ask.
      fresh.catch(() => {});
      return known?.page;
    }
    return fresh;
  }

  #start(key: string, render: () => Promise<RenderedPage | undefined>): Promise<RenderedPage | undefined> {
    const rendering = render()
      .then((page) => {
        this.#known.delete(key);
        if (page !== undefined) this.#known.set(key, { page, renderedAt: performance.now() });
        for (const oldest of this.#known.keys()) {
          if (this.#known.size <= MOST_PAGES) break;
          this.#known.delete(oldest);
        }
        return page;
      })
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, rendering);
    return rendering;
  }
}
