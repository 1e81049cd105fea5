import { contactPatternsSchema } from '@mutual-transfer/domain/accounts/contact-views';
import {
  type Account,
  accountSchema,
  passwordChangeSchema,
  type Session,
} from '@mutual-transfer/domain/accounts/user';
import {
  adminStatsSchema,
  impersonationRequestSchema,
  impersonationSchema,
  pairListsSchema,
  pairsQuerySchema,
  passwordResetSchema,
  peopleListSchema,
  peopleQuerySchema,
  statsQuerySchema,
  statusToggleSchema,
  teacherListSchema,
} from '@mutual-transfer/domain/administration/administration';
import { auditListSchema, auditQuerySchema } from '@mutual-transfer/domain/administration/audit-log';
import { confirmationSchema } from '@mutual-transfer/domain/confirmation';
import { IMPERSONATION_LIFETIME_MINUTES } from '@mutual-transfer/domain/constants';
import type { FastifyRequest } from 'fastify';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { toggleActive } from '../account/change-teacher.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { say } from '../http/answers.ts';
import { byId } from '../http/by-id.ts';
import { ifMatchHeader, withCurrent } from '../http/if-match.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn, writeInTurn } from '../http/turns.ts';
import { writeAudit } from '../people/audit.ts';
import { audited } from '../people/audited.ts';
import { lockTeacher } from '../people/lock-members.ts';
import { findAccount, findOwnAccount } from '../people/members.ts';
import { presentAccount } from '../people/present.ts';
import { recordShown } from '../people/visibility.ts';
import { AppError } from '../platform/errors.ts';
import { endImpersonations, insertSession } from '../platform/sessions.ts';
import { replaceOwnPassword } from '../sign-in/change-password.ts';
import { refuseWeakPassword, storePassword, tellOfPassword } from '../sign-in/passwords.ts';
import { administratorRoutes } from './administrators.ts';
import { findAuditEntries, isInLogOf, teacherViewerRoutes } from './audit-log.ts';
import { consentListRoutes } from './consents.ts';
import { findContactPatterns } from './contact-patterns.ts';
import { deskRoutes } from './desk.ts';
import { downloadRoutes } from './downloads.ts';
import { countUnpaid, readStats } from './figures.ts';
import { heldTextRoutes } from './held-texts.ts';
import { importRoutes } from './imports/imports.routes.ts';
import { cachePairCounts, findPairs } from './pairs.ts';
import { personRoutes, viewPerson } from './person.routes.ts';
import { findPaidTeachers, findTeachers } from './teachers.ts';
import { undeliveredRoutes, waitingRoutes } from './waiting.ts';

const MILLISECONDS_A_MINUTE = 60_000;

/**
 * Sets a teacher's password and ends all of their sessions. An administrator of districts may do so for a teacher whose proven number or mailbox is
 * told: otherwise the account could be taken over in silence.
 *
 * @throws {AppError} `not_found`, `forbidden`, `conflict`.
 */
async function resetPassword(
  { db, keyedHash, passwords, now }: Dependencies,
  request: FastifyRequest,
  { id, newPassword }: { id: string; newPassword: string },
): Promise<void> {
  const user = await findAccount(db, id);
  if (user === undefined) throw new AppError('not_found');
  if (user.role === 'admin') throw new AppError('forbidden');
  const isTold = user.verified_how === 'phone_code' || user.email_confirmed_at !== null;
  if (signedIn(request).administers !== null && !isTold)
    throw new AppError('forbidden', { message: 'forbidden.untold' });
  refuseWeakPassword('newPassword', newPassword, user);
  const password_hash = await passwords.hash(newPassword);
  await db.transaction().execute(async (transaction) => {
    await storePassword(transaction, keyedHash, { user, password_hash }, now());
    await tellOfPassword(transaction, user, { by: 'office', now: now() });
    await writeAudit(transaction, request, { action: 'user.password', subjectId: id }, now());
  });
}

/** Activates or deactivates a teacher's account. The audit log names the agreements that a deactivation ends. @throws {AppError} `not_found`, `forbidden`. */
async function toggleStatus(
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
async function impersonate(
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
async function endImpersonation({ db, now }: Dependencies, request: FastifyRequest): Promise<void> {
  const { sessionId, userId } = signedIn(request);
  await db.transaction().execute(async (transaction) => {
    await endImpersonations(transaction, sessionId, now());
    await writeAudit(transaction, request, { action: 'user.impersonateEnd', subjectId: userId }, now());
  });
}

const config = { policy: 'state' } as const;
const ofDistrict = { policy: 'district', concerns: 'rows' } as const;
const ofTeacher = { policy: 'district', concerns: 'teacher' } as const;

export function adminRoutes(app: App, dependencies: Dependencies): void {
  peopleRoutes(app, dependencies);
  logRoutes(app, dependencies);
  passwordRoutes(app, dependencies);
  impersonationRoutes(app, dependencies);
  statusRoute(app, dependencies);
  personRoutes(app, dependencies);
  heldTextRoutes(app, dependencies);
  administratorRoutes(app, dependencies);
  downloadRoutes(app, dependencies);
  undeliveredRoutes(app, dependencies);
  importRoutes(app, dependencies);
  deskRoutes(app, dependencies);
  consentListRoutes(app, dependencies);
  waitingRoutes(app, dependencies);
  teacherViewerRoutes(app, dependencies);
}

function peopleRoutes(app: App, { db, now, rulebook }: Dependencies): void {
  const pairCounts = cachePairCounts(now);

  app.get(
    '/api/admin/users',
    {
      config: ofDistrict,
      schema: {
        summary: 'List teachers',
        querystring: peopleQuerySchema,
        response: { 200: teacherListSchema },
      },
    },
    inTurn(
      audited('look.users', async (request) => {
        const found = await findTeachers(db, signedIn(request), request.query, now());
        for (const { _id } of found.users) recordShown(signedIn(request), _id);
        return found;
      }),
    ),
  );

  app.get(
    '/api/admin/paid-users',
    {
      config,
      schema: {
        summary: 'List teachers who paid',
        querystring: peopleQuerySchema,
        response: { 200: peopleListSchema },
      },
    },
    inTurn(
      audited('look.paid-users', async (request) => {
        const found = await findPaidTeachers(db, request.query, now());
        for (const { _id } of found.users) recordShown(signedIn(request), _id);
        return found;
      }),
    ),
  );

  app.get(
    '/api/admin/matches',
    {
      config,
      schema: {
        summary: 'List pairs of teachers',
        querystring: pairsQuerySchema,
        response: { 200: pairListsSchema },
      },
    },
    inTurn(
      audited('look.matches', async (request) => {
        const rules = await rulebook.today();
        return findPairs({ db, rules }, signedIn(request), request.query, pairCounts);
      }),
    ),
  );
}

function logRoutes(app: App, { db, now }: Dependencies): void {
  app.get(
    '/api/admin/audit',
    {
      config: ofDistrict,
      schema: {
        summary: 'List entries of the audit log, for an administrator of districts their own',
        querystring: auditQuerySchema,
        response: { 200: auditListSchema },
      },
    },
    inTurn(
      audited('look.audit', (request) => {
        const viewer = signedIn(request);
        return findAuditEntries(db, request.query, viewer, isInLogOf(viewer));
      }),
    ),
  );

  app.get(
    '/api/admin/contact-patterns',
    {
      config,
      schema: {
        summary: 'List accounts that open contacts unusually fast',
        response: { 200: contactPatternsSchema },
      },
    },
    inTurn(audited('look.contact-patterns', (request) => findContactPatterns(db, signedIn(request), now()))),
  );

  app.get(
    '/api/admin/stats',
    {
      config,
      schema: {
        summary: 'Get counts of accounts, requests and matches',
        querystring: statsQuerySchema,
        response: { 200: adminStatsSchema },
      },
    },
    inTurn(async ({ query }) => {
      const [stats, unpaid] = await Promise.all([readStats(db), query.unpaid ? countUnpaid(db) : {}]);
      return { ...stats, ...unpaid };
    }),
  );
}

function statusRoute(app: App, dependencies: Dependencies): void {
  app.put(
    '/api/admin/users/:id/toggle-status',
    {
      config: ofTeacher,
      schema: {
        summary: 'Activate or deactivate a teacher',
        description: '`GET /admin/users/{id}/endings` names the agreements that deactivating ends.',
        params: byId,
        headers: ifMatchHeader,
        body: statusToggleSchema,
        response: { 200: accountSchema },
      },
    },
    writeInTurn(async (request) => {
      const { id } = request.params;
      const toggled = { id, reason: request.body?.reason };
      return withCurrent(toggleStatus(dependencies, request, toggled), () =>
        viewPerson(dependencies, request, id),
      );
    }),
  );
}

function passwordRoutes(app: App, dependencies: Dependencies): void {
  app.put(
    '/api/admin/password',
    {
      config: { policy: 'district', concerns: 'self', duringSetUp: 'always' },
      schema: {
        summary: "Change the administrator's own password",
        body: passwordChangeSchema,
        response: { 200: confirmationSchema },
      },
    },
    writeInTurn(async (request) => {
      await replaceOwnPassword(dependencies, request, { ...request.body, action: 'admin.password' });
      return { message: say(request, 'done.passwordChanged') };
    }),
  );

  app.put(
    '/api/admin/users/:id/password',
    {
      config: ofTeacher,
      schema: {
        summary: "Set a teacher's password",
        params: byId,
        body: passwordResetSchema,
        response: { 200: confirmationSchema },
      },
    },
    writeInTurn(async (request) => {
      await resetPassword(dependencies, request, {
        id: request.params.id,
        newPassword: request.body.newPassword,
      });
      return { message: say(request, 'done.passwordChanged') };
    }),
  );
}

function impersonationRoutes(app: App, dependencies: Dependencies): void {
  app.post(
    '/api/admin/impersonate/:id',
    {
      config: { ...config, idempotency: 'secret' },
      schema: {
        summary: 'View the app as a teacher, read-only, for an hour',
        params: byId,
        body: impersonationRequestSchema,
        response: { 200: impersonationSchema },
      },
    },
    writeInTurn((request) =>
      impersonate(dependencies, request, { id: request.params.id, reason: request.body?.reason }),
    ),
  );

  app.delete(
    '/api/admin/impersonate',
    {
      config,
      schema: { summary: 'Stop viewing the app as a teacher', response: { 204: z.null() } },
    },
    writeInTurn(async (request, reply) => {
      await endImpersonation(dependencies, request);
      return reply.code(204).send(null);
    }),
  );
}
