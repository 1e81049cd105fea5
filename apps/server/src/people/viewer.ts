import type { Role } from '@mutual-transfer/domain/user';
import type { Kysely } from 'kysely';
import { type LogPosition, logPosition } from '../database/log-position.ts';
import type { Database } from '../database/schema.ts';

/** Somebody signed in, as the database has them at this call. */
export interface SignedIn {
  readonly kind: 'signed-in';
  readonly userId: string;
  readonly sessionId: string;
  readonly role: Role;
  /** Payment is not required of them, or they have paid. */
  readonly hasAccess: boolean;
  /** The administrator who looks through this person's eyes, if one does. */
  readonly impersonatorId: string | null;
  /** Where the primary's log was when they last wrote, at any of their devices or through another's eyes. */
  readonly wroteAt: LogPosition | undefined;
}

/** Who reads or writes: nobody in particular, or somebody signed in. */
export type Viewer = { readonly kind: 'anonymous' } | SignedIn;

export const anonymous: Viewer = { kind: 'anonymous' };

/** The living session of that id with its person's role, access and activity; undefined when any of them is gone. */
export async function findSignedIn(
  db: Kysely<Database>,
  sessionId: string,
  now: Date,
): Promise<SignedIn | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('users as impersonators', 'impersonators.id', 'sessions.impersonator_id')
    .innerJoin('payment_settings', (join) => join.onTrue())
    .select([
      'users.id as userId',
      'users.role',
      'users.paid_at as paidAt',
      'sessions.impersonator_id as impersonatorId',
      'payment_settings.is_payment_required as isPaymentRequired',
      'payment_settings.payment_amount as paymentAmount',
      (person) =>
        person
          .selectFrom('sessions as own')
          .select(({ fn }) => fn.max('own.written_lsn').as('lsn'))
          .where((own) =>
            own.or([
              own('own.user_id', '=', own.ref('users.id')),
              own('own.impersonator_id', '=', own.ref('users.id')),
            ]),
          )
          .as('wroteAt'),
    ])
    .where('sessions.id', '=', sessionId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.is_active', '=', true)
    .where((session) =>
      session.or([
        session('sessions.impersonator_id', 'is', null),
        session.and([
          session('impersonators.role', '=', 'admin'),
          session('impersonators.is_active', '=', true),
        ]),
      ]),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  const { userId, role, impersonatorId } = row;
  const wroteAt = row.wroteAt === null ? undefined : logPosition(row.wroteAt);
  return { kind: 'signed-in', userId, sessionId, role, impersonatorId, wroteAt, hasAccess: hasAccess(row) };
}

/** Administrators never pay; nobody pays where nothing is asked. */
export function hasAccess(payer: {
  role: Role;
  paidAt: Date | null;
  isPaymentRequired: boolean;
  paymentAmount: number;
}): boolean {
  const isAsked = payer.isPaymentRequired && payer.paymentAmount > 0;
  return payer.role === 'admin' || !isAsked || payer.paidAt !== null;
}

/** May see email and phone of others, as far as those do not hide them. */
export function mayContact(viewer: Viewer): boolean {
  return viewer.kind === 'signed-in' && viewer.hasAccess;
}

/** Sees what that person hides: the person themselves, and administrators. */
export function seesHidden(viewer: Viewer, userId: string): boolean {
  return isOwner(viewer, userId) || (viewer.kind === 'signed-in' && viewer.role === 'admin');
}

/** Is that person. */
export function isOwner(viewer: Viewer, userId: string): boolean {
  return viewer.kind === 'signed-in' && viewer.userId === userId;
}
