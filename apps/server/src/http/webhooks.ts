import { confirmationSchema } from '@mutual-transfer/domain/confirmation';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../dependencies.ts';
import { AppError } from '../platform/errors.ts';
import { isSameSecret, sign } from '../platform/signatures.ts';
import { writeInTurn } from './turns.ts';

const bytes = z.instanceof(Buffer);

type Call = FastifyRequest<{ Body: Buffer }>;

interface Webhook {
  url: `/api/${string}`;
  summary: string;
  description: string;
  /** Parts of the body that are read, and the headers that prove its sender. */
  described: { body: z.ZodType; headers: z.ZodType };
  /** Refuses a call that the provider did not send, before it waits for a turn. @throws {AppError} */
  refuseForged: (request: Call) => void;
  receive: (request: Call) => Promise<void>;
}

/** Registers a route that a provider calls. It gets the bytes of the body, and answers the same whatever it knows of the ids in it. */
export function webhookRoute(app: App, webhook: Webhook): void {
  const { url, summary, description, described, refuseForged, receive } = webhook;
  app.register(async (raw: App) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    raw.post(
      url,
      {
        config: { policy: 'open', isUnmetered: 'machine', described },
        schema: { summary, description, body: bytes, response: { 200: confirmationSchema } },
        preHandler: async (request) => refuseForged(request),
      },
      writeInTurn(async (request) => {
        await receive(request);
        return { message: 'ok' };
      }),
    );
  });
}

/** Returns a header of a call; an empty text if it is missing or sent twice. */
export function headerOf({ headers }: Pick<Call, 'headers'>, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/** Returns true if the header is the HMAC-SHA256 of exactly these bytes under the secret, in hexadecimal. */
export function isSigned(call: Call, header: string, secret: string | undefined): boolean {
  return secret !== undefined && isSameSecret(sign(secret, call.body), headerOf(call, header));
}

/** Returns the body of a call that the provider sent. @throws {AppError} `malformed`. */
export function bodyOf<Schema extends z.ZodType>(schema: Schema, { body }: Call): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(body.toString('utf8')));
  } catch (cause) {
    throw new AppError('malformed', { cause });
  }
}
