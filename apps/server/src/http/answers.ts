import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { errorCodes } from '@mutual-transfer/domain/error-codes';
import {
  acceptedLanguages,
  DEFAULT_LANGUAGE,
  type Language,
  preferredLanguage,
} from '@mutual-transfer/domain/language/language';
import type { MessageKey, Values } from '@mutual-transfer/domain/language/messages';

import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parse } from 'lossless-json';
import { z } from 'zod';
import { type $ZodIssue, type $ZodType, safeParse } from 'zod/v4/core';
import type { App } from '../dependencies.ts';
import { AppError, statusOf, toAppError, toProblem } from '../platform/errors.ts';

/** Response header with the id of the request, which the log contains too. */
export const REQUEST_ID_HEADER = 'x-request-id';

const UNAUTHORIZED = 401;

const captchaFields = new Set(['captchaToken', 'captchaAnswer']);

export function languageOf(request: FastifyRequest): Language {
  return preferredLanguage(request.headers['accept-language']);
}

/** Returns a sentence in the caller's language. */
export function say(request: FastifyRequest, key: MessageKey, values?: Values): string {
  return messagesIn(languageOf(request))(key, values);
}

/** Validates input without coercion, and refuses unknown fields. */
export function checkInput(app: App): void {
  app.setValidatorCompiler(({ schema, httpPart }) => (data: unknown) => {
    // Every schema of a route is a zod schema, which Fastify's types do not express.
    const result = safeParse(schema as $ZodType, data, { reportInput: true });
    if (result.success) return { value: result.data };
    // A path whose id cannot be one, such as `/api/requests/mine`, is unknown.
    const isUnknown = httpPart === 'params' && result.error.issues.some(({ path }) => path[0] === 'id');
    return { error: isUnknown ? new AppError('not_found') : invalid(result.error.issues) };
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    request.sentBody = body;
    try {
      done(null, parseJson(decoded(body)));
    } catch (cause) {
      done(new AppError('malformed', { cause }));
    }
  });
}

/** Answers every error with an error body in the caller's language, wherever the error was thrown. */
export function answerErrors(app: App): void {
  app.setErrorHandler((error, request, reply) => answer(error, request, reply));
}

/** Logs a failure of the product with its stack. A refusal by a full queue is logged without a stack, because there may be many refusals. */
export function logFailure(failure: AppError, { log }: FastifyRequest): void {
  if (!errorCodes[failure.code].alarming) return;
  const isRefusal = failure.cause === undefined && failure.details.retryAfterSeconds !== undefined;
  if (isRefusal) log.warn(failure.code);
  else log.error({ err: failure.cause ?? failure }, failure.code);
}

/** Sends the error response. Logs the error if the server caused it. */
export function answer(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const outcome = toAppError(error);
  logFailure(outcome, request);
  const { retryAfterSeconds } = outcome.details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  if (statusOf(outcome) === UNAUTHORIZED) reply.header('www-authenticate', 'Bearer');
  const [language = DEFAULT_LANGUAGE, ...others] = acceptedLanguages(request.headers['accept-language']);
  if (!reply.hasHeader('vary')) reply.header('vary', 'Accept-Language');
  return reply
    .code(statusOf(outcome))
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-language', language)
    .header(REQUEST_ID_HEADER, request.id)
    .serializer(JSON.stringify)
    .send(toProblem(outcome, language, request.id, others));
}

/** Decodes UTF-8. `toString` would replace invalid bytes, so that different texts would be stored as the same text. */
function decoded(body: string | Buffer): string {
  if (typeof body === 'string') return body;
  if (!isUtf8(body)) throw new AppError('malformed');
  return body.toString();
}

/** Parses JSON. Refuses duplicate keys and deep nesting, which would overflow the stack of a recursive parser. */
function parseJson(text: string): unknown {
  return text === '' ? undefined : parse(text, null, Number);
}

/** Returns the error for invalid input: the error of a failed captcha if only the captcha fields are missing or malformed. */
function invalid(issues: readonly $ZodIssue[]): AppError {
  const isNoObject = issues.some((issue) => issue.path.length === 0 && issue.code === 'invalid_type');
  if (isNoObject) return new AppError('malformed');
  const onlyCaptcha = issues.every((issue) => captchaFields.has(String(issue.path[0])));
  return new AppError(onlyCaptcha ? 'captcha_failed' : 'validation_failed', { issues });
}

/** File that a response sends. */
interface SentFile {
  name: string;
  /** Value of `Content-Type`. */
  type: string;
  body: Buffer | Readable | string;
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
 * support `filename*` use its ASCII characters, or `download` if only the ending has them.
 */
export function attachment(name: string): string {
  const ascii = name.replaceAll(/[^\w.-]/g, '').replace(/^[-.]+(?=\w)/, '');
  const plain = ascii.includes('.') ? ascii : `download.${ascii}`;
  // `encodeURIComponent` leaves characters that RFC 8187 does not allow.
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
