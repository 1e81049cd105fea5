import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { App } from '../../dependencies.ts';

/** Minimum size in bytes of a response that is worth compressing. */
const THRESHOLD = 1_024;
/** Brotli quality 4: costs about as much as gzip, and the result is a fifth smaller. Build files are precompressed at maximum quality. */
const QUALITY = 4;
/**
 * Size in bytes up to which a response is compressed in one call. A stream per response costs the thread more than compressing a page of a
 * list, which takes at most 1 ms.
 */
const SYNC_THRESHOLD = 32_768;

/** Compresses pages and lists for slow connections. Never decompresses a request body. */
export async function compressAnswers(app: App): Promise<void> {
  await app.register(compress, {
    global: true,
    globalDecompression: false,
    threshold: THRESHOLD,
    syncThreshold: SYNC_THRESHOLD,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } },
  });
}
