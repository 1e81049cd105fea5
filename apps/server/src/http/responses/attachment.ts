import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/** File that a response sends. */
export interface SentFile {
  readonly name: string;
  /** Value of `Content-Type`. */
  readonly type: string;
  readonly body: Buffer | Readable | string;
}

/** Returns the response schema of a route that sends a file. */
export function fileResponse(type: string) {
  return { 200: { content: { [type]: { schema: z.any() } } } };
}

/** Sends a file as a download. */
export function sendFile(reply: FastifyReply, { name, type, body }: SentFile): never {
  // The schema of a route describes only the content type of a file, so its types accept no body.
  return reply
    .type(type)
    .header('content-disposition', attachment(name))
    .send(body as never) as never;
}

/**
 * Returns the value of `Content-Disposition` for a download (RFC 6266). The name may have letters of any script; clients that do not
 * support `filename*` use its ASCII characters.
 */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\w.-]/g, '').replace(/^[-.]+(?=\w)/, '');
  // `encodeURIComponent` leaves characters that RFC 8187 does not allow.
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
