import type { Role } from '@mutual-transfer/domain/accounts/user';
import { CompiledQuery, type Kysely } from 'kysely';
import { executePrepared } from '../database/postgres-dialect.ts';
import { type LogPosition, logPosition } from '../database/replica/log-position.ts';
import type { Database } from '../database/tables/schema.ts';
import { livingSession } from './living-session.queries.ts';

/** A signed-in teacher or administrator, read from the database for this call. */
export interface SignedIn {
  readonly kind: 'signed-in';
  readonly userId: string;
  readonly sessionId: string;
  /** Address of the call; undefined for a stream that outlives it. */
  readonly address?: string;
  /** Time at which the session expires. */
  readonly expiresAt: Date;
  readonly role: Role;
  /** Codes of the districts that an administrator is limited to; null for administrators of the state, and for teachers. */
  readonly administers: readonly string[] | null;
  /** Code of the block where the person works; null if it was not stated. */
  readonly block: string | null;
  /** True if payment is not required of the person, the person has paid, or an administrator views the app as them. */
  readonly hasAccess: boolean;
  /** The administrator who views the app as this person; null for the person themselves. */
  readonly impersonatorId: string | null;
  /** Log position of the primary at the person's last write, from any of their devices or by an impersonator. */
  readonly wroteAt: LogPosition | undefined;
}

/** The caller: a visitor, or a signed-in teacher or administrator. */
export type Viewer = { readonly kind: 'anonymous'; readonly wroteAt: undefined } | SignedIn;

export const anonymous: Viewer = { kind: 'anonymous', wroteAt: undefined };

interface SessionRow {
  readonly userId: string;
  readonly expiresAt: Date;
  readonly role: Role;
  readonly administers: readonly string[] | null;
  readonly block: string | null;
  readonly paidAt: Date | null;
  readonly impersonatorId: string | null;
  readonly isPaymentRequired: boolean;
  readonly paymentAmount: number;
  readonly wroteAt: string | null;
}

/** Returns the session of that id with its person's role and access; `undefined` if it expired or the person is not active. */
export async function findSignedIn(
  db: Kysely<Database>,
  sessionId: string,
  now: Date,
): Promise<SignedIn | undefined> {
  const query = CompiledQuery.raw(livingSession, [sessionId, now]);
  const [row] = await executePrepared<SessionRow>(db, 'session', query);
  if (!row) return undefined;
  const { userId, expiresAt, role, administers, block, impersonatorId } = row;
  const wroteAt = row.wroteAt === null ? undefined : logPosition(row.wroteAt);
  return {
    kind: 'signed-in',
    userId,
    sessionId,
    expiresAt,
    role,
    administers,
    block,
    impersonatorId,
    wroteAt,
    hasAccess: impersonatorId !== null || hasAccess(row),
  };
}

/** Administrators never pay, and teachers pay only if the price is above 0. */
export function hasAccess(payer: {
  role: Role;
  paidAt: Date | null;
  isPaymentRequired: boolean;
  paymentAmount: number;
}): boolean {
  const isAsked = payer.isPaymentRequired && payer.paymentAmount > 0;
  return payer.role === 'admin' || !isAsked || payer.paidAt !== null;
}
