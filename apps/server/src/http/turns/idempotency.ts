import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { daysBefore, deleteOldRows } from '../../database/delete-old-rows.ts';
import type { Database } from '../../database/tables.ts';
import { AppError, statusOf } from '../../errors.ts';
import type { App, CoreDependencies } from '../dependencies.ts';
import { signedIn } from '../policy.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Required on every signed-in `POST`. `key`: the route accepts an `Idempotency-Key`. The other values name the reason why the route
     * accepts none: its body or response contains a secret, it sends a code, it calls the payment provider, it ends the session that a
     * repetition would need, or it changes nothing.
     */
    idempotency?: 'key' | 'secret' | 'code' | 'provider' | 'session' | 'preview';
  }
}

/** Ids of the rows that a call created, by names that the route chooses. */
type Ids = Readonly<Record<string, string | readonly string[]>>;

/** Stored result of a successful call. */
interface Outcome<Made extends Ids> {
  readonly ids: Made;
  readonly status?: 200 | 201 | 202;
  readonly location?: string;
}

interface StoredOutcome {
  readonly request_hash: string;
  readonly status: number;
  readonly location: string | null;
  readonly ids: Ids;
}

/** A change in separate parts, so that a repetition runs only `render`. */
export interface Change<Prepared, Result, Made extends Ids, Answer> {
  /** Runs before the transaction, for work during which no connection should be held. */
  readonly prepare?: () => Promise<Prepared>;
  /** Makes the change in the transaction that also stores the key. `prepared` is the result of `prepare`. */
  readonly change: (transaction: Transaction<Database>, prepared: Prepared) => Promise<Result>;
  /** Runs `prepare` and the transaction, for example after it has reserved a budget. Default: runs nothing else. */
  readonly around?: (make: () => Promise<Result>) => Promise<Result>;
  readonly outcome: (result: Result) => Outcome<Made>;
  /** Runs once, after the commit. */
  readonly after?: (result: Result) => unknown;
  /** Reads the response from the current rows for the current viewer. @throws {AppError} `not_found` if a row no longer exists. */
  readonly render: (ids: Made) => Answer | Promise<Answer>;
}

interface Key {
  readonly accountId: string;
  /** Keyed hash of the sent key, so that a key which was stored under another secret is unknown instead of reused. */
  readonly key: string;
  readonly hash: string;
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
const DAYS_STORED = 8;
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

const keys = new WeakMap<FastifyRequest, Key>();
const repetitions = new WeakMap<FastifyRequest, StoredOutcome>();

/** Returns true for a repetition of a successful call. It costs no budget, so a route with a slow response can declare it as slow. */
export function isRepetition(request: FastifyRequest): boolean {
  return repetitions.has(request);
}

/**
 * Reads the `Idempotency-Key` of calls to routes that accept one. The routes pass their change to `once`.
 *
 * @param keyedHash hashes method, path, body and `If-Match`, so that the text of a message is not stored a second time.
 */
export function acceptIdempotencyKeys(
  app: App,
  { db, keyedHash }: Pick<CoreDependencies, 'db'> & { readonly keyedHash: (text: string) => string },
): void {
  app.addHook('onRoute', (route) => {
    const { policy, idempotency } = route.config ?? {};
    if (route.method !== 'POST' || policy === 'open') return;
    if (idempotency === undefined) throw new Error(`POST ${route.url} declares no idempotency`);
    if (idempotency === 'key') route.schema = { ...route.schema, headers: withKeyHeader(route.schema) };
  });
  const hashed = (text: string) => keyedHash(createHash('sha256').update(text).digest('hex'));
  // Runs before validation and hashes the body as sent, so that the hash does not depend on the version of the schema.
  app.addHook('preValidation', async (request) => {
    const key = request.headers[HEADER];
    if (request.routeOptions.config.idempotency !== 'key' || typeof key !== 'string') return;
    const [path] = request.originalUrl.split('?');
    const call = [request.method, path, request.body ?? null, request.headers['if-match'] ?? null];
    keys.set(request, {
      accountId: signedIn(request).userId,
      key: hashed(key),
      hash: hashed(JSON.stringify(call)),
    });
  });
  // Runs before the call takes its turn, which depends on the result.
  app.addHook('preHandler', async (request) => {
    const key = keys.get(request);
    const stored = key && (await findStored(db, key));
    if (stored !== undefined) repetitions.set(request, stored);
  });
}

/** Returns the schema of a route's headers with the key. */
function withKeyHeader({ headers }: FastifySchema = {}): z.ZodObject {
  return headers instanceof z.ZodObject ? headers.extend(keyHeader.shape) : keyHeader;
}

/**
 * Makes a change and returns its response. For a repetition of a successful call with the same key makes no change, and returns the status
 * of the first call and the current result of `render`, with the header `Idempotent-Replayed`.
 * @throws {AppError} `idempotency_key_reused` for the key of a different call, `in_progress` while the first call is running.
 */
export async function once<Prepared, Result, Made extends Ids, Answer>(
  { db, now }: Pick<CoreDependencies, 'db' | 'now'>,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    prepare,
    change,
    around = (make) => make(),
    outcome,
    after,
    render,
  }: Change<Prepared, Result, Made, Answer>,
): Promise<Answer> {
  const key = keys.get(request);
  const stored = repetitions.get(request);
  if (stored !== undefined) return repeat(stored);
  try {
    const result = await around(make);
    await after?.(result);
    return answer(outcome(result));
  } catch (error) {
    return repeat(await madeMeanwhile(db, key, error));
  }

  async function make() {
    // Without `prepare`, no `change` has a second parameter.
    const prepared = (await prepare?.()) as Prepared;
    return db.transaction().execute(async (transaction) => {
      if (key !== undefined) await refuseRepetition(transaction, key);
      const result = await change(transaction, prepared);
      if (key !== undefined) await store(transaction, key, outcome(result), now());
      return result;
    });
  }

  function repeat({ status, location, ids }: StoredOutcome) {
    reply.header(REPLAYED_HEADER, 'true');
    // The hash includes the path, so these ids were stored by the same route.
    return answer({ status: status as 200, ids: ids as Made, ...(location === null ? {} : { location }) });
  }

  async function answer({ status = 200, location, ids }: Outcome<Made>) {
    const rendered = await render(ids);
    reply.code(status);
    if (location !== undefined) reply.header('location', location);
    return rendered;
  }
}

/** Deletes keys that are too old to be repeated. */
export function pruneIdempotencyKeys(db: Kysely<Database>, now: Date): Promise<void> {
  return deleteOldRows(db, 'idempotency_keys', 'created_at', daysBefore(now, DAYS_STORED));
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
  { ids, status = 200, location }: Outcome<Ids>,
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
