import { allLanguages, type Language } from '@mutual-transfer/domain/language/language';
import type { Problem } from '@mutual-transfer/domain/problem';
import type { Challenge } from 'altcha-lib';
import { languageOnScreen, useReading } from './i18n/language.tsx';
import { currentSession } from './session.ts';

/** Keys of calls whose responses were lost, by account, path, body and tag. A repeated call reuses its key. */
const unanswered = new Map<string, string>();

export function newKey(): string {
  // `crypto.randomUUID` is missing on pages without TLS.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Returns a signal that ends with the first of these. The oldest browsers lack `AbortSignal.any`. */
function endedByFirst(signals: readonly AbortSignal[]): AbortSignal {
  const first = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) first.abort(signal.reason);
    signal.addEventListener('abort', () => first.abort(signal.reason), { once: true });
  }
  return first.signal;
}

/** Returns the key of a call, or the previous one of the same call if its response was lost. */
function keyOf(call: string): string {
  const key = unanswered.get(call) ?? newKey();
  unanswered.set(call, key);
  return key;
}

function forgetKey(call: string): void {
  unanswered.delete(call);
}

/** Error response of the API. Status 0 means that no response of the product arrived. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly #sentences: Pick<Problem, 'message' | 'fields' | 'translations'> | undefined;

  /** Token of the session that made the call. */
  readonly token: string | undefined;
  /** Token of the second step of a sign-in. */
  readonly factorToken: string | undefined;
  /** Seconds after which the server takes the call again; undefined if it did not say. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    problem:
      | (Pick<Problem, 'message' | 'fields' | 'translations' | 'factorToken'> & { code: string })
      | undefined,
    token?: string | undefined,
    retryAfterSeconds?: number | undefined,
  ) {
    super(problem?.message ?? '');
    this.status = status;
    this.token = token;
    this.code = problem?.code ?? 'offline';
    this.#sentences = problem;
    this.factorToken = problem?.factorToken;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Returns the server's sentence in a language; empty if it sent none. */
  messageIn(language: Language): string {
    return this.#sentences?.translations?.[language]?.message ?? this.message;
  }

  fieldsIn(language: Language): Readonly<Record<string, string>> {
    return this.#sentences?.translations?.[language]?.fields ?? this.#sentences?.fields ?? {};
  }
}

/** Returns `true` for an error response with one of these statuses. */
export function hasStatus(error: unknown, ...statuses: readonly number[]): boolean {
  return error instanceof ApiError && statuses.includes(error.status);
}

/** Returns `true` for a network error: no response, a truncated one, or the page of a proxy. */
export function isUnanswered(error: unknown): boolean {
  return hasStatus(error, 0);
}

/** Returns `true` if there is no connection. The page of a proxy came over one. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && isUnanswered(error) && error.code === 'offline';
}

/** Returns `true` if a query failed: the server refused, or it cannot be reached and there is no earlier data to show. */
export function hasFailed({ data, error }: { data: unknown; error: unknown }): boolean {
  return error !== null && !(data !== undefined && isUnanswered(error));
}

/** Returns `true` if the server refused the call permanently. After any other error the change may have been made, or may still be made. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'in_progress') return false;
  return error.status >= 400 && error.status < 500 && error.status !== 429;
}

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  /** CSV file, sent instead of a body. The server decodes it. */
  csv?: File;
  signal?: AbortSignal;
  /** The call answers a file, which may take any time. `signal` ends it. */
  isFile?: boolean;
  /** Token of a session other than the stored one. */
  token?: string | undefined;
  /** `ETag` of the state that a change is based on. A change of another state is refused. */
  tag?: string | undefined;
  /** Idempotency key of a `POST`: repeating the call with it has one effect. */
  key?: string | undefined;
}

/** Answer with the tag of its state. */
export interface Tagged<Answer> {
  answer: Answer;
  tag: string | undefined;
}

/** An answer that is not of the product, such as the page of a proxy: there is a connection, but nothing that can be said about it. */
const notOurs = { message: '', code: 'not_ours' };

const TIMEOUT_MS = 20_000;
const FIRST_SERVER_ERROR = 500;

/**
 * Calls the API with the user's session and the current language. Repeating a `POST` with unknown outcome sends the same idempotency key.
 * @throws {ApiError}
 */
export async function callApi<Answer>(path: string, call: Call = {}): Promise<Answer> {
  // A call with another session's token, such as a logout, is not repeated.
  if (call.method !== 'POST' || call.key !== undefined || call.token !== undefined)
    return answerOf(path, call);
  return askOnce(path, call, (keyed) => answerOf<Answer>(path, keyed));
}

/** Makes a call with an idempotency key, which is the same for a repetition with unknown outcome. */
export async function askOnce<Answer>(
  path: string,
  call: Call,
  ask: (call: Call) => Promise<Answer>,
): Promise<Answer> {
  const { csv } = call;
  const sent = csv === undefined ? call.body : [csv.name, csv.size, csv.lastModified];
  const same = JSON.stringify([currentSession()?.user._id, path, sent, call.tag]);
  try {
    const answer = await ask({ ...call, key: keyOf(same) });
    forgetKey(same);
    return answer;
  } catch (error) {
    if (isRefused(error)) forgetKey(same);
    throw error;
  }
}

/**
 * Calls the API and returns the answer with its tag, which a later change of the same resource sends back.
 * @throws {ApiError}
 */
export async function callTagged<Answer>(path: string, call: Call = {}): Promise<Tagged<Answer>> {
  const response = await askApi(path, call);
  return { answer: await answerIn(response, call), tag: response.headers.get('etag') ?? undefined };
}

async function answerOf<Answer>(path: string, call: Call): Promise<Answer> {
  const response = await askApi(path, call);
  // The caller of a call without a body expects `undefined`.
  return response.status === 204 ? (undefined as Answer) : answerIn(response, call);
}

async function answerIn<Answer>(response: Response, call?: Call): Promise<Answer> {
  const answer = await readJson(response);
  // Treats a truncated response as a network error.
  if (answer === undefined) throw new ApiError(0, undefined, call?.token ?? currentSession()?.token);
  // The server checks its answers with the schema of the route.
  return answer as Answer;
}

/**
 * Returns the raw response, for content other than JSON.
 * @throws {ApiError}
 */
export async function askApi(path: string, call: Call = {}): Promise<Response> {
  try {
    return await send(path, call);
  } catch (error) {
    // Many people read behind this address: the browser solves a task once, and then has a budget of its own.
    const isRead = (call.method ?? 'GET') === 'GET' && !path.startsWith('/auth/');
    if (!isRead || !(error instanceof ApiError) || error.code !== 'proof_needed') throw error;
    const { solveProof } = await import('./solve-proof.ts');
    const challenge = (await (await send('/auth/proof')).json()) as Challenge;
    await send('/auth/proof', { method: 'POST', body: { proof: await solveProof(challenge) } });
    return send(path, call);
  }
}

async function send(
  path: string,
  { method = 'GET', body, csv, signal, isFile, tag, key, token = currentSession()?.token }: Call = {},
): Promise<Response> {
  const content = contentOf(body, csv);
  const response = await fetch(`/api${path}`, {
    method,
    headers: {
      'accept-language': acceptLanguage(languageOnScreen()),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(tag === undefined ? {} : { 'if-match': tag }),
      ...(key === undefined || token === undefined ? {} : { 'idempotency-key': key }),
      ...content.headers,
    },
    ...content.body,
    signal:
      isFile && signal
        ? signal
        : endedByFirst([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError(0, undefined, token);
  });
  if (response.ok) return response;
  // All refusals have this shape.
  const problem = (await readJson(response)) as Problem | undefined;
  const isFromProxy = problem === undefined && (response.status >= FIRST_SERVER_ERROR || isJson(response));
  if (isFromProxy) throw new ApiError(0, notOurs, token);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  throw new ApiError(response.status, problem, token, Number.isFinite(seconds) ? seconds : undefined);
}

/** Returns the header of a reader who may switch the language while an error of the answer is shown. */
function acceptLanguage(shown: Language): string {
  const others = allLanguages().filter((language) => language !== shown);
  return [shown, ...others.map((language) => `${language};q=0.5`)].join(',');
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('json') === true;
}

function contentOf(
  body: unknown,
  csv: File | undefined,
): { headers: Record<string, string>; body: { body?: string | File } } {
  if (csv !== undefined) return { headers: { 'content-type': 'text/csv' }, body: { body: csv } };
  if (body === undefined) return { headers: {}, body: {} };
  return { headers: { 'content-type': 'application/json' }, body: { body: JSON.stringify(body) } };
}

function readJson(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined);
}

/**
 * Returns a formatter of errors: the server's message, which is in the user's language, or the given one. Without any answer it adds that
 * there is no connection; `isLoad` says that the call sent nothing that the user typed.
 */
export function useErrorText(): (error: unknown, fallback: string, isLoad?: boolean) => string {
  const { t, language } = useReading();
  return (error, fallback, isLoad = false) => {
    if (!(error instanceof ApiError)) return fallback;
    if (!isOffline(error)) return error.messageIn(language) || fallback;
    const reason = t(isLoad ? 'offline.now' : 'errors.offline');
    if (fallback === '' || fallback === t('common.failed')) return reason;
    return `${fallback}${/[.!?।]$/.test(fallback) ? '' : t('errors.stop')} ${reason}`;
  };
}
