import type { Role } from '@mutual-transfer/domain/accounts/user';
import { isFeeCharged } from '@mutual-transfer/domain/payments/access';
import type { PaymentSettings } from '@mutual-transfer/domain/payments/payment';
import { CompiledQuery, type Kysely } from 'kysely';
import { executePrepared } from '../database/postgres-dialect.ts';
import type { Database } from '../database/tables.ts';
import { livingSession } from './living-session.queries.ts';

/** A signed-in teacher or administrator, read from the database for this call. */
export interface SignedIn {
  readonly kind: 'signed-in';
  readonly userId: string;
  readonly sessionId: string;
  /** Address of the call. */
  readonly address?: string;
  /** Time at which the session expires. */
  readonly expiresAt: Date;
  readonly role: Role;
  /** Codes of the districts to which an administrator is limited; null for administrators of the state, and for teachers. */
  readonly administers: readonly string[] | null;
  /** Code of the block where the person is posted; null if it was not stated. */
  readonly block: string | null;
  /** True if the person need not pay or has paid, or if an administrator views the app as the person. */
  readonly hasAccess: boolean;
  /** True if the person must pay for access, also if an administrator views the app as the person. Administrators never pay. */
  readonly isPaymentRequired: boolean;
  readonly isPaid: boolean;
  /** Id of the administrator who views the app as this person; null in the person's own sessions. */
  readonly impersonatorId: string | null;
  /** Ids of the people whom this call shows to an administrator, for the audit log. */
  readonly shown: Set<string>;
}

/** Caller: a visitor, or a signed-in teacher or administrator. */
export type Viewer = { readonly kind: 'anonymous' } | SignedIn;

/** Rows of which administrators of districts see only those in their districts. */
export type RowConcern =
  | 'teacher'
  | 'request'
  | 'message'
  | 'report'
  | 'held text'
  | 'agreement'
  | 'announcement';

export const anonymous: Viewer = { kind: 'anonymous' };

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
}

/** Returns the session with this id, with role and access of its person; undefined if the session expired, or if the person is not active. */
export async function findSignedIn(
  db: Kysely<Database>,
  sessionId: string,
  now: Date,
): Promise<SignedIn | undefined> {
  const query = CompiledQuery.raw(livingSession, [sessionId, now]);
  const [row] = await executePrepared<SessionRow>(db, 'session', query);
  if (!row) return undefined;
  const { userId, expiresAt, role, administers, block, impersonatorId } = row;
  return {
    kind: 'signed-in',
    userId,
    sessionId,
    expiresAt,
    role,
    administers,
    block,
    impersonatorId,
    shown: new Set(),
    hasAccess: impersonatorId !== null || hasAccess(row),
    isPaymentRequired: role !== 'admin' && isFeeCharged(row),
    isPaid: row.paidAt !== null,
  };
}

/** Returns true if the person may use the app without paying, or has paid. Administrators never pay. */
export function hasAccess(payer: PaymentSettings & { role: Role; paidAt: Date | null }): boolean {
  return payer.role === 'admin' || !isFeeCharged(payer) || payer.paidAt !== null;
}
