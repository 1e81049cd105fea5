import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Database } from '../database/schema.ts';
import { addressKeys } from './address-keys.ts';
import { type Policy, policies, type VisitorBudget, visitorPolicies, widened } from './limit-policies.ts';
import { noteCount, tooMany } from './quotas.ts';
import { type Count, SharedCounter } from './shared-counter.ts';

/** An account, or a visitor at the address of the request. */
export type Reader = { readonly accountId: string } | { readonly budget: VisitorBudget };

/** Reads are counted in the process and added to the shared counter in batches, so that most reads cost no write. */
const READS_PER_BATCH = 25;

/** @returns what counts a read, and throws `rate_limited` beyond the limit. */
export function createReadLimit(
  db: Kysely<Database>,
): (request: FastifyRequest, reader: Reader, cost?: number) => Promise<void> {
  const shared = new SharedCounter(db, 'read', policies.account.seconds);
  const local = new RateLimiterMemory({
    points: Number.MAX_SAFE_INTEGER,
    duration: policies.account.seconds,
  });
  const blocked = new RateLimiterMemory({ points: 1, duration: policies.account.seconds });

  async function count({ key, policy }: ReaderKey, cost: number): Promise<Count> {
    const block = await blocked.get(key);
    if (block !== null && block.consumedPoints > 1) return beyond(policy, block.msBeforeNext);
    const { consumedPoints, msBeforeNext } = await local.consume(key, cost);
    const counted = { points: consumedPoints, milliseconds: msBeforeNext };
    const isShared = consumedPoints <= policy.points && consumedPoints % READS_PER_BATCH < cost;
    return isShared ? share(key, policy, counted) : counted;
  }

  async function share(key: string, policy: Policy, counted: Count): Promise<Count> {
    // Without the database reads are still counted in this process: a page that needs no row is still sent.
    const total = await shared.add(key, READS_PER_BATCH).catch(() => undefined);
    if (total === undefined || total.points <= counted.points) return counted;
    if (total.points > policy.points) {
      await blocked.block(key, Math.ceil(total.milliseconds / 1_000));
      return beyond(policy, total.milliseconds);
    }
    // What other server processes counted is counted here from now on.
    await local.penalty(key, total.points - counted.points);
    return { points: total.points, milliseconds: counted.milliseconds };
  }

  return async (request, reader, cost = 1) => {
    const counts = await Promise.all(
      keysOfReader(request, reader).map(async (of) => ({ ...of, ...(await count(of, cost)) })),
    );
    for (const { policy, points, milliseconds } of counts)
      noteCount(request, policy, { points, milliseconds });
    const refused = counts.find(({ policy, points }) => points > policy.points);
    if (refused) throw tooMany(refused.milliseconds);
  };
}

/** One more than the limit. */
function beyond({ points }: Policy, milliseconds: number): Count {
  return { points: points + 1, milliseconds };
}

interface ReaderKey {
  readonly key: string;
  readonly policy: Policy;
}

function keysOfReader({ ip }: FastifyRequest, reader: Reader): ReaderKey[] {
  if ('accountId' in reader) return [{ key: `account ${reader.accountId}`, policy: policies.account }];
  return addressKeys(ip).map(({ key, factor }) => ({
    key: `${reader.budget} ${key}`,
    policy: widened(visitorPolicies[reader.budget], factor),
  }));
}
