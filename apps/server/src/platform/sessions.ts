import type { Role } from '@mutual-transfer/domain/accounts/user';
import { isFeeCharged } from '@mutual-transfer/domain/payments/access';
import type { PaymentSettings } from '@mutual-transfer/domain/payments/payment';
import { CompiledQuery, type Insertable, type Transaction } from 'kysely';
import { executePrepared } from './database/postgres-dialect.ts';
import type { Database, Db } from './database/tables.ts';

export async function insertSession(db: Db, session: Insertable<Database['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** Ends a session at once. */
export async function endSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ ended_at: now }).where('id', '=', sessionId).execute();
}

/** Locks a session, so that it ends after the transaction. @returns false if it has ended. */
export async function holdSession(transaction: Transaction<Database>, sessionId: string): Promise<boolean> {
  const living = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return living !== undefined;
}

/** Ends every session of a person, and every impersonation session that this person started as an administrator. */
export async function endSessionsOf(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where((session) =>
      session.or([session('user_id', '=', userId), session('impersonator_id', '=', userId)]),
    )
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends every other session of a person than this one, with the impersonations started in them. */
export async function endOtherSessions(
  db: Db,
  { userId, sessionId }: Pick<SignedIn, 'userId' | 'sessionId'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('id', '<>', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends the impersonation sessions that were started in this session of an administrator. */
export async function endImpersonations(db: Db, administratorSessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('administrator_session_id', '=', administratorSessionId)
    .where('ended_at', 'is', null)
    .execute();
}

export const livingSession = `
  select users.id as "userId", users.role, users.administers, users.block, users.paid_at as "paidAt",
    users.password_is_temporary as "isPasswordTemporary", users.factor_on_at is not null as "hasSecondFactor",
    sessions.expires_at as "expiresAt", sessions.impersonator_id as "impersonatorId",
    is_payment_required as "isPaymentRequired", payment_amount as "paymentAmount"
  from sessions
  join users on users.id = sessions.user_id
  left join users as impersonators on impersonators.id = sessions.impersonator_id
  left join sessions as behind on behind.id = sessions.administrator_session_id
  cross join payment_settings
  where sessions.id = $1 and sessions.ended_at is null and sessions.expires_at > $2 and users.is_active
    and (sessions.impersonator_id is null or (
      impersonators.role = 'admin' and impersonators.administers is null and impersonators.is_active
      and behind.ended_at is null and behind.expires_at > $2))`;

/** A signed-in teacher or administrator, read from the database for this call. */
export interface SignedIn {
  kind: 'signed-in';
  userId: string;
  sessionId: string;
  /** Address of the call. */
  address?: string;
  /** Time at which the session expires. */
  expiresAt: Date;
  role: Role;
  /** Codes of the districts to which an administrator is limited; null for administrators of the state, and for teachers. */
  administers: readonly string[] | null;
  /** Code of the block where the person is posted; null if it was not stated. */
  block: string | null;
  /** True if the person need not pay or has paid, or if an administrator views the app as the person. */
  hasAccess: boolean;
  /** True if the person must pay for access, also if an administrator views the app as the person. Administrators never pay. */
  isPaymentRequired: boolean;
  isPaid: boolean;
  /** True if an administrator must choose a password first, because another person made the present one. */
  isPasswordTemporary: boolean;
  hasSecondFactor: boolean;
  /** Id of the administrator who views the app as this person; null in the person's own sessions. */
  impersonatorId: string | null;
  /** Ids of the people whom this call shows to an administrator, for the audit log. */
  shown: Set<string>;
}

/** Caller: a visitor, or a signed-in teacher or administrator. */
export type Viewer = { kind: 'anonymous' } | SignedIn;

/** Rows of which administrators of districts see only those in their districts. */
export type RowConcern =
  | 'teacher'
  | 'request'
  | 'message'
  | 'report'
  | 'held text'
  | 'agreement'
  | 'objection'
  | 'announcement';

export const anonymous: Viewer = { kind: 'anonymous' };

interface SessionRow {
  userId: string;
  expiresAt: Date;
  role: Role;
  administers: readonly string[] | null;
  block: string | null;
  paidAt: Date | null;
  isPasswordTemporary: boolean;
  hasSecondFactor: boolean;
  impersonatorId: string | null;
  isPaymentRequired: boolean;
  paymentAmount: number;
}

/** Returns the session with this id, with role and access of its person; undefined if the session expired, or if the person is not active. */
export async function findSignedIn(db: Db, sessionId: string, now: Date): Promise<SignedIn | undefined> {
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
    hasAccess: impersonatorId !== null || viewerHasAccess(row),
    isPaymentRequired: role !== 'admin' && isFeeCharged(row),
    isPaid: row.paidAt !== null,
    isPasswordTemporary: row.isPasswordTemporary,
    hasSecondFactor: row.hasSecondFactor,
  };
}

/** Returns true if the person may use the app without paying, or has paid. Administrators never pay. */
export function viewerHasAccess(payer: PaymentSettings & { role: Role; paidAt: Date | null }): boolean {
  return payer.role === 'admin' || !isFeeCharged(payer) || payer.paidAt !== null;
}
