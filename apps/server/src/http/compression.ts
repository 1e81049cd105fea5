import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { App } from './dependencies.ts';

/** From this size on, in bytes, an answer is worth compressing. */
const THRESHOLD = 1_024;
/** Brotli's quality 4: near gzip's cost, a fifth smaller. Files of the build come compressed at its best. */
const QUALITY = 4;

/** Compresses pages and lists for slow lines; never unpacks what a client sends. */
export async function compressAnswers(app: App): Promise<void> {
  await app.register(compress, {
    global: true,
    globalDecompression: false,
    threshold: THRESHOLD,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } },
  });
}
