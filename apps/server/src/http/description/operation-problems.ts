import type { ErrorCode } from '@mutual-transfer/domain/error-codes';
import { errorCodes } from '@mutual-transfer/domain/error-codes';
import type { FastifyContextConfig, FastifySchema } from 'fastify';
import { type Budget, type BudgetName, budgets } from '../../limits/budgets.ts';
import { takesIfMatch } from '../turns/owner-tags.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Error codes of the route's own rules. The codes of its policy, budgets and schemas are derived. */
    problems?: readonly ErrorCode[];
    /** Budgets in which the handler counts the call, in addition to the read budget. */
    spends?: readonly BudgetName[];
    /** Set if a success response has the header `Location`. */
    isLocated?: true;
  }
}

/** Parts of a route from which its error codes are derived. */
export interface Operation {
  readonly method: string | string[];
  readonly config?: FastifyContextConfig | undefined;
  readonly schema?: FastifySchema | undefined;
}

/** Error codes that every call can return: for a malformed URL or parameter, a failure of the server, or an unavailable database. */
const ofEveryCall = ['malformed', 'validation_failed', 'internal', 'unavailable'] as const;

/** Returns the error codes that an operation can return, ordered by status. */
export function problemsOf({ method, config = {}, schema }: Operation): ErrorCode[] {
  const isWrite = !['GET', 'HEAD'].includes(String(method));
  const codes = new Set<ErrorCode>([
    ...ofEveryCall,
    ...codesOfPolicy(config, isWrite),
    ...codesOfBudgets(config),
    ...(isWrite ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(config.idempotency === 'key' ? (['idempotency_key_reused', 'in_progress'] as const) : []),
    ...(takesIfMatch(schema?.headers) ? (['changed_meanwhile'] as const) : []),
    ...(config.problems ?? []),
  ]);
  return [...codes].toSorted((one, other) => errorCodes[one].status - errorCodes[other].status);
}

function codesOfPolicy(
  { policy, whileImpersonating }: FastifyContextConfig,
  isWrite: boolean,
): readonly ErrorCode[] {
  const whileViewing = isWrite || whileImpersonating === 'refused' ? (['while_impersonating'] as const) : [];
  switch (policy) {
    case 'session':
      return ['unauthenticated', ...whileViewing];
    case 'access':
      return ['unauthenticated', 'payment_required', 'forbidden', ...whileViewing];
    case 'state':
    case 'district':
      return ['unauthenticated', 'forbidden', ...whileViewing];
    default:
      // An open route refuses a write with the token of an administrator who views the app as a teacher.
      return isWrite ? ['while_impersonating'] : [];
  }
}

function codesOfBudgets({ policy, isUnmetered, spends = [] }: FastifyContextConfig): ErrorCode[] {
  const isMetered = policy !== 'open' || !isUnmetered;
  const all: Readonly<Record<BudgetName, Budget>> = budgets;
  const own = spends.map((name) => all[name].refusal ?? 'rate_limited');
  return [...(isMetered ? (['rate_limited'] as const) : []), ...own];
}
