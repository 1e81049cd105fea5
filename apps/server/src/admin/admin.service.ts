import type { Account, Session } from '@mutual-transfer/domain/accounts/user';
import { IMPERSONATION_LIFETIME_MINUTES } from '@mutual-transfer/domain/constants';
import type { FastifyRequest } from 'fastify';
import { v7 as newId } from 'uuid';
import { writeAudit } from '../accounts/audit.ts';
import { refuseWeakPassword } from '../accounts/passwords/passwords.ts';
import { storePassword } from '../accounts/passwords/store-password.ts';
import type { Dependencies } from '../dependencies.ts';
import { AppError } from '../errors.ts';
import { signedIn } from '../http/policy.ts';
import { toggleActive } from '../lifecycle/change-teacher.ts';
import { findAccount, findOwnAccount } from '../members/accounts.queries.ts';
import { lockTeacher } from '../members/lock-members.ts';
import { presentAccount } from '../privacy/present.ts';
import { endImpersonations, insertSession } from '../sessions/session-rows.ts';

const MILLISECONDS_A_MINUTE = 60_000;

/** Sets a teacher's password and ends all of their sessions. @throws {AppError} `not_found`, `forbidden`, `conflict`. */
export async function resetPassword(
  { db, keyedHash, passwords, now }: Dependencies,
  request: FastifyRequest,
  { id, newPassword }: { id: string; newPassword: string },
): Promise<void> {
  const user = await findAccount(db, id);
  if (user === undefined) throw new AppError('not_found');
  if (user.role === 'admin') throw new AppError('forbidden');
  refuseWeakPassword('newPassword', newPassword, user);
  const password_hash = await passwords.hash(newPassword);
  await db.transaction().execute(async (transaction) => {
    await storePassword(transaction, keyedHash, { user, password_hash }, now());
    await writeAudit(transaction, request, { action: 'user.password', subjectId: id }, now());
  });
}

/** Activates or deactivates a teacher's account. The audit log names the agreements that a deactivation ends. @throws {AppError} `not_found`, `forbidden`. */
export async function toggleStatus(
  { db, now }: Dependencies,
  request: FastifyRequest,
  { id, reason }: { id: string; reason: string | undefined },
): Promise<Account> {
  return db.transaction().execute(async (transaction) => {
    const ifMatch = request.headers['if-match'];
    const { changed, ended } = await toggleActive(transaction, { id, ifMatch }, now());
    const action = changed.is_active ? 'user.activate' : 'user.deactivate';
    const details = { ...(reason === undefined ? {} : { reason }), ...(ended.length === 0 ? {} : { ended }) };
    await writeAudit(transaction, request, { action, subjectId: id, details }, now());
    return presentAccount(changed);
  });
}

/**
 * Starts a read-only session of an hour in which an administrator views the app as a teacher. It ends with the administrator's own session.
 */
export async function impersonate(
  { db, tokens, now }: Dependencies,
  request: FastifyRequest,
  { id, reason }: { id: string; reason: string | undefined },
): Promise<Session & { impersonatedBy: { _id: string; name: string } }> {
  const { userId, sessionId: administrator_session_id } = signedIn(request);
  const created_at = now();
  const expires_at = new Date(created_at.getTime() + IMPERSONATION_LIFETIME_MINUTES * MILLISECONDS_A_MINUTE);
  const sessionId = newId();
  const { target, administrator } = await db.transaction().execute(async (transaction) => {
    const teacher = await lockTeacher(transaction, id);
    if (!teacher.is_active) throw new AppError('forbidden');
    const own = await findOwnAccount(transaction, userId);
    await insertSession(transaction, {
      id: sessionId,
      user_id: id,
      impersonator_id: userId,
      administrator_session_id,
      created_at,
      expires_at,
    });
    const details = reason === undefined || reason === '' ? {} : { reason };
    await writeAudit(
      transaction,
      request,
      { action: 'user.impersonate', subjectId: id, details },
      created_at,
    );
    return { target: teacher, administrator: own };
  });
  const token = await tokens.sign({
    id: sessionId,
    userId: id,
    impersonatorId: userId,
    expiresAt: expires_at,
  });
  return { token, user: presentAccount(target), impersonatedBy: { _id: userId, name: administrator.name } };
}

/** Ends the impersonation sessions that this session of the administrator started. */
export async function endImpersonation({ db, now }: Dependencies, request: FastifyRequest): Promise<void> {
  const { sessionId, userId } = signedIn(request);
  await db.transaction().execute(async (transaction) => {
    await endImpersonations(transaction, sessionId, now());
    await writeAudit(transaction, request, { action: 'user.impersonateEnd', subjectId: userId }, now());
  });
}
