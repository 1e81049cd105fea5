import { type ErrorCode, errorCodes, messageKeyOf } from '@mutual-transfer/domain/error-codes';
import { durationText } from '@mutual-transfer/domain/language/date-time';
import type { Language } from '@mutual-transfer/domain/language/language';
import { fieldSentences, type MessageKey, type Values } from '@mutual-transfer/domain/language/messages';

import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type { Problem } from '@mutual-transfer/domain/problem';
import type { FastifyError } from 'fastify';
import type { $ZodIssue } from 'zod/v4/core';

interface Details {
  /** Key of the message to the caller, if the message of the error code is not specific enough. */
  message?: MessageKey;
  /** Values to insert into the message. */
  values?: Values;
  /** Keys of messages by field. */
  fields?: Readonly<Record<string, MessageKey>>;
  issues?: readonly $ZodIssue[];
  retryAfterSeconds?: number;
  /** With `second_factor_needed`. */
  factorToken?: string;
  /** Current state of the resource, if another call has changed it. */
  current?: unknown;
  cause?: unknown;
}

/** Error with a code that the API can return. No other errors are thrown deliberately. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(code, { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const EXCLUSION_VIOLATION = '23P01';

const constraintCodes = new Set([UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION, EXCLUSION_VIOLATION]);

/** Errors for violations of database constraints that enforce a rule, by the name of the constraint. */
const constraintErrors: Readonly<Record<string, () => AppError>> = {
  users_email_key: () => new AppError('email_taken', { fields: { email: 'email.taken' } }),
  users_phone_key: () => new AppError('phone_taken', { fields: { phone: 'phone.taken' } }),
  requests_one_active_wish: () => new AppError('request_duplicate'),
  agreements_one_proposal: () => new AppError('proposal_exists'),
  agreement_members_teacher_bound: () => new AppError('request_taken'),
  agreement_members_request_bound: () => new AppError('request_taken'),
  rounds_one_running: () => new AppError('round_under_way'),
  seasons_one_open: () => new AppError('season_overlap'),
  rule_trials_one_runs: () => new AppError('plan_under_way'),
  // The account may be erased while the request is in flight; its session is gone then.
  sessions_user_id_fkey: () => new AppError('unauthenticated'),
  contact_views_viewer_id_fkey: () => new AppError('unauthenticated'),
  contact_refusals_viewer_id_fkey: () => new AppError('unauthenticated'),
  payment_orders_user_id_fkey: () => new AppError('unauthenticated'),
  idempotency_keys_account_id_fkey: () => new AppError('unauthenticated'),
  alerts_from_user_id_fkey: () => new AppError('unauthenticated'),
  alerts_to_user_id_fkey: () => new AppError('not_found'),
};

const frameworkErrors: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
};

/** SQLSTATE codes and classes of transient errors, including deadlock victims (40P01) and a write at a former primary (25006). */
const unavailableStates = /^(08|53|57P|57014|25006|25P03|40P01|40001)/;
const unavailableReasons =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection is closed|not queryable|Client was closed|the database system is/i;
const unavailableSystemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
]);
const RETRY_AFTER_SECONDS = 2;

/** Converts any error to an error that the API can return. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // Fields of the errors of Fastify and PostgreSQL; any of them may be absent.
  const known = error as Partial<FastifyError> & { constraint?: string; code?: string; message?: string };
  const isConstraint = constraintCodes.has(known.code ?? '');
  const byConstraint = isConstraint ? constraintErrors[known.constraint ?? '']?.() : undefined;
  if (byConstraint) return byConstraint;
  if (isUnavailable(known)) {
    return new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
  }
  const framework = frameworkErrors[known.code ?? ''];
  if (framework) return new AppError(framework, { cause: error });
  const isClients = (known.statusCode ?? 500) < 500;
  return new AppError(isClients ? 'malformed' : 'internal', { cause: error });
}

/** Returns the body of an error response in the caller's language, with the same sentences in the further languages that the caller reads. */
export function toProblem(
  error: AppError,
  language: Language,
  requestId: string,
  others: readonly Language[] = [],
): Problem {
  const { current, factorToken } = error.details;
  const translations = Object.fromEntries(others.map((other) => [other, sentencesOf(error, other)]));
  const { message, fields } = sentencesOf(error, language);
  return {
    message,
    code: error.code,
    requestId,
    ...(fields === undefined ? {} : { fields }),
    ...(others.length > 0 ? { translations } : {}),
    ...(factorToken === undefined ? {} : { factorToken }),
    ...(current === undefined ? {} : { current }),
  };
}

function sentencesOf(error: AppError, language: Language): Pick<Problem, 'message' | 'fields'> {
  const messages = messagesIn(language);
  const { message, values, fields, issues } = error.details;
  const named = Object.entries(fields ?? {}).map(([field, key]) => [field, messages(key, values)]);
  const all = { ...Object.fromEntries(named), ...fieldSentences(issues ?? [], messages) };
  return {
    message: messages(message ?? messageKeyOf(error.code), { ...waitOf(error.details, language), ...values }),
    ...(Object.keys(all).length > 0 ? { fields: all } : {}),
  };
}

/** Returns the value `wait` of messages that state a waiting time, in the caller's language. */
function waitOf({ retryAfterSeconds }: Details, language: Language): Values {
  return retryAfterSeconds === undefined ? {} : { wait: durationText(retryAfterSeconds, language) };
}

export function statusOf(error: AppError): number {
  return errorCodes[error.code].status;
}

function isUnavailable({ code = '', message = '' }: { code?: string; message?: string }): boolean {
  if (unavailableSystemCodes.has(code)) return true;
  return (/^[0-9A-Z]{5}$/.test(code) && unavailableStates.test(code)) || unavailableReasons.test(message);
}
