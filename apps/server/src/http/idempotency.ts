import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { App } from '../dependencies.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError, statusOf } from '../platform/errors.ts';
import { signedIn } from './policy.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Required on every signed-in `POST`. `key`: the route accepts an `Idempotency-Key`. The other values name the reason why the route
     * accepts none: its body or response contains a secret, it sends a code, it calls the payment provider, it ends the session that a
     * repetition would need, or it changes nothing.
     */
    idempotency?: 'key' | 'secret' | 'code' | 'provider' | 'session' | 'preview';
  }
  interface FastifyRequest {
    /** Bytes of the body, or its text. */
    sentBody?: Buffer | string;
  }
}

/** Ids of the rows that a call created, by names that the route chooses. */
type Ids = Readonly<Record<string, string | readonly string[]>>;

/** What a change made. It is stored with the key, without fields that the route adds. */
interface Made {
  ids?: Ids;
  status?: 200 | 201 | 202;
  location?: string;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a change that creates no row returns nothing.
type Outcome = Made | void;

/** Opens the transaction of a change, which also stores the key. */
type Commit = <Result extends Outcome>(
  work: (transaction: Transaction<Database>) => Promise<Result>,
) => Promise<Result>;

/** Ids that a change returns. */
type IdsOf<Result> = Result extends { ids: infer Created } ? Created : Ids;

/** A change and its answer, in the order in which they run. A repetition runs only `answer`. */
interface ChangeOnce<Result extends Outcome, Answer> {
  /**
   * Makes the change in the transaction of `commit`. What happens before and after the transaction belongs here, too: to check a text, to
   * reserve a budget, to send notices.
   */
  change: (commit: Commit) => Promise<Result>;
  /** Reads the answer from the current rows for the current viewer. @throws {AppError} `not_found` if a row no longer exists. */
  answer: (ids: IdsOf<Result>, first: { status: number }) => Answer | Promise<Answer>;
}

interface StoredOutcome {
  request_hash: string;
  status: number;
  location: string | null;
  ids: Ids;
}

interface Key {
  accountId: string;
  /** Keyed hash of the sent key, so that a key which was stored under another secret is unknown instead of reused. */
  key: string;
  hash: string;
}

/** Aborts the transaction of a repetition if the first call was committed after the lookup of the key. */
class Repeated extends Error {
  override readonly name = 'Repeated';
  readonly outcome: StoredOutcome;

  constructor(outcome: StoredOutcome) {
    super('The change was already made');
    this.outcome = outcome;
  }
}

const HEADER = 'idempotency-key';
/** Header of a response to a repetition. */
export const REPLAYED_HEADER = 'idempotent-replayed';
const RETRY_AFTER_SECONDS = 1;
const TOO_MANY_REQUESTS = 429;
/** Maximum number of stored keys per account. Calls without effect store keys too, so only this limit bounds the rows. */
export const KEYS_AN_ACCOUNT = 2_000;

const keyHeader = z.looseObject({
  [HEADER]: z
    .string()
    .regex(/^[\x21-\x7e]{1,64}$/)
    .optional()
    .describe(
      'Made by the client, 1–64 visible ASCII characters. A repetition with the same key within 8 days has no second effect and costs no budget; its answer shows the present state',
    ),
});

/** Checks that every signed-in `POST` declares whether it accepts a key, and describes the header. Such routes pass their change to `once`. */
export function describeIdempotencyKeys(app: App): void {
  app.addHook('onRoute', (route) => {
    const { policy, idempotency } = route.config ?? {};
    if (route.method !== 'POST' || policy === 'open') return;
    if (idempotency === undefined) throw new Error(`POST ${route.url} declares no idempotency`);
    if (idempotency === 'key') route.schema = { ...route.schema, headers: withKeyHeader(route.schema) };
  });
}

/** Returns the schema of a route's headers with the key. */
function withKeyHeader({ headers }: FastifySchema = {}): z.ZodObject {
  return headers instanceof z.ZodObject ? headers.extend(keyHeader.shape) : keyHeader;
}

/**
 * Makes a change and returns its answer. For a repetition of a successful call with the same `Idempotency-Key` makes no change, and returns
 * the status of the first call and the current answer, with the header `Idempotent-Replayed`.
 * @throws {AppError} `idempotency_key_reused` for the key of a different call, `in_progress` while the first call is running.
 */
export async function once<Result extends Outcome, Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  { change, answer }: ChangeOnce<Result, Answer>,
): Promise<Answer> {
  const { db, now, keyedHash } = request.server.dependencies;
  const key = keyOf(request, keyedHash);
  const stored = key && (await findStored(db, key));
  if (stored !== undefined) return repeated(stored);
  let made: Result;
  try {
    made = await change((work) =>
      db.transaction().execute(async (transaction) => {
        if (key !== undefined) await refuseRepetition(transaction, key);
        const result = await work(transaction);
        if (key !== undefined) await store(transaction, key, result ?? {}, now());
        return result;
      }),
    );
  } catch (error) {
    return repeated(await madeMeanwhile(db, key, error));
  }
  return answered(made ?? {});

  function repeated({ status, location, ids }: StoredOutcome) {
    reply.header(REPLAYED_HEADER, 'true');
    return answered({ status: status as 200, ids, ...(location === null ? {} : { location }) });
  }

  async function answered({ status = 200, location, ids = {} }: Made) {
    // The hash includes the path, so stored ids are those of the same route.
    const read = await answer(ids as IdsOf<Result>, { status });
    reply.code(status);
    if (location !== undefined) reply.header('location', location);
    return read;
  }
}

/** Returns the key of a call; undefined for a call without one. The hash covers the body as sent, not as the present schema reads it. */
function keyOf(request: FastifyRequest, keyedHash: (text: string) => string): Key | undefined {
  const key = request.headers[HEADER];
  if (request.routeOptions.config.idempotency !== 'key' || typeof key !== 'string') return undefined;
  const [path] = request.originalUrl.split('?');
  const hashed = (text: string, body: string | Buffer = '') =>
    keyedHash(createHash('sha256').update(text).update(body).digest('hex'));
  const call = JSON.stringify([request.method, path, request.headers['if-match'] ?? null]);
  return { accountId: signedIn(request).userId, key: hashed(key), hash: hashed(call, request.sentBody) };
}

/** @throws {Repeated} if the first call was committed after the lookup of the key; {AppError} `in_progress` while it is running. */
async function refuseRepetition(transaction: Transaction<Database>, key: Key): Promise<void> {
  await refuseWhileRunning(transaction, key);
  const stored = await findStored(transaction, key);
  if (stored !== undefined) throw new Repeated(stored);
}

/**
 * Returns the outcome of the first call, if that call made its repetition fail: it was committed in the meantime, or it used up a budget.
 * @throws {AppError} `in_progress` while the first call is running; otherwise the repetition's own error, if there is no outcome.
 */
async function madeMeanwhile(
  db: Kysely<Database>,
  key: Key | undefined,
  error: unknown,
): Promise<StoredOutcome> {
  if (error instanceof Repeated) return error.outcome;
  if (key === undefined || !isBeyondBudget(error)) throw error;
  await refuseWhileRunning(db, key);
  const made = await findStored(db, key);
  if (made === undefined) throw error;
  return made;
}

function isBeyondBudget(error: unknown): boolean {
  return error instanceof AppError && statusOf(error) === TOO_MANY_REQUESTS;
}

/** Takes the key's advisory lock until the transaction ends. @throws {AppError} `in_progress` if another transaction holds it. */
async function refuseWhileRunning(db: Kysely<Database>, { accountId, key }: Key): Promise<void> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${accountId} ${key}`}, 0)) as "isFree"`.execute(db);
  if (!rows[0]?.isFree) throw new AppError('in_progress', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Returns the stored outcome of the key, or undefined. @throws {AppError} `idempotency_key_reused` for the key of a different call. */
async function findStored(
  db: Kysely<Database>,
  { accountId, key, hash }: Key,
): Promise<StoredOutcome | undefined> {
  const stored = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'location', 'ids'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (stored !== undefined && stored.request_hash !== hash) throw new AppError('idempotency_key_reused');
  return stored;
}

async function store(
  transaction: Transaction<Database>,
  { accountId: account_id, key, hash: request_hash }: Key,
  { ids = {}, status = 200, location }: Made,
  created_at: Date,
): Promise<void> {
  const made = { status, location: location ?? null, ids: JSON.stringify(ids) };
  await transaction
    .with('stored', (db) =>
      db.insertInto('idempotency_keys').values({ account_id, key, request_hash, ...made, created_at }),
    )
    .deleteFrom('idempotency_keys')
    .where('account_id', '=', account_id)
    // The deletion does not see the new row, so it keeps one row fewer than the maximum.
    .where('key', 'in', (row) =>
      row
        .selectFrom('idempotency_keys')
        .select('key')
        .where('account_id', '=', account_id)
        .where('key', '<>', key)
        .orderBy('created_at', 'desc')
        .orderBy('key')
        .offset(KEYS_AN_ACCOUNT - 1),
    )
    .execute();
}
