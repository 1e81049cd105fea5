import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/** Response of a route that sends a CSV file. */
export const csvResponse = { 200: { content: { 'text/csv': { schema: z.string() } } } };

/** Sends lines as a CSV file of this name. */
export function sendCsv(
  reply: FastifyReply,
  name: string,
  lines: AsyncIterable<string> | Iterable<string>,
): never {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(lines) as never) as never;
}
