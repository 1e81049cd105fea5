import { errorCodes } from '@mutual-transfer/domain/error-codes';
import { type Language, preferredLanguage } from '@mutual-transfer/domain/language/language';
import type { MessageKey } from '@mutual-transfer/domain/language/messages/messages';
import type { Values } from '@mutual-transfer/domain/language/messages/translator';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parse } from 'lossless-json';
import type { $ZodIssue, $ZodType } from 'zod/v4/core';
import { safeParse } from 'zod/v4/core';
import { AppError, statusOf, toAppError, toProblem } from '../errors.ts';
import type { App } from './dependencies.ts';

/** Names the call in the answer and in the log. */
export const REQUEST_ID_HEADER = 'x-request-id';

const UNAUTHORIZED = 401;

const captchaFields = new Set(['captchaToken', 'captchaAnswer']);

/** The language the caller reads. */
export function languageOf(request: FastifyRequest): Language {
  return preferredLanguage(request.headers['accept-language']);
}

/** A sentence in the caller's language. */
export function say(request: FastifyRequest, key: MessageKey, values?: Values): string {
  return messagesIn(languageOf(request))(key, values);
}

/** Input is checked as it came: nothing is coerced, and what is not known is refused. */
export function checkInput(app: App): void {
  app.setValidatorCompiler(({ schema }) => (data: unknown) => {
    const result = safeParse(schema as $ZodType, data, { reportInput: true });
    return result.success ? { value: result.data } : { error: invalid(result.error.issues) };
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseJson(body.toString()));
    } catch (cause) {
      done(new AppError('malformed', { cause }));
    }
  });
}

/** Every error becomes one body in the reader's language, wherever it was thrown. */
export function answerErrors(app: App): void {
  app.setErrorHandler((error, request, reply) => answer(error, request, reply));
}

/** Answers a call with what went wrong, and writes it down where it is ours to repair. */
export function answer(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const outcome = toAppError(error);
  if (errorCodes[outcome.code].alarming) request.log.error({ err: outcome.cause ?? outcome }, outcome.code);
  const { retryAfterSeconds, allow } = outcome.details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  if (allow !== undefined) reply.header('allow', allow.join(', '));
  if (statusOf(outcome) === UNAUTHORIZED) reply.header('www-authenticate', 'Bearer');
  const language = languageOf(request);
  if (!reply.hasHeader('vary')) reply.header('vary', 'Accept-Language');
  return reply
    .code(statusOf(outcome))
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-language', language)
    .header(REQUEST_ID_HEADER, request.id)
    .serializer(JSON.stringify)
    .send(toProblem(outcome, language, request.id));
}

/** JSON in which no key stands twice, nested no deeper than a parser of few lines can follow. */
function parseJson(text: string): unknown {
  return text === '' ? undefined : parse(text, null, Number);
}

/** Wrong input; where only the security check is missing or misshapen, it counts as failed. */
function invalid(issues: readonly $ZodIssue[]): AppError {
  const isNoObject = issues.some((issue) => issue.path.length === 0 && issue.code === 'invalid_type');
  if (isNoObject) return new AppError('malformed');
  const onlyCaptcha = issues.every((issue) => captchaFields.has(String(issue.path[0])));
  return new AppError(onlyCaptcha ? 'captcha_failed' : 'validation_failed', { issues });
}
