import { contactPatterns } from '@mutual-transfer/domain/accounts/contact-views';
import { account, passwordChange } from '@mutual-transfer/domain/accounts/user';
import {
  adminStats,
  impersonation,
  impersonationRequest,
  pairLists,
  pairsQuery,
  passwordReset,
  peopleList,
  peopleQuery,
  statsQuery,
  statusToggle,
} from '@mutual-transfer/domain/administration/administration';
import { auditList, auditQuery } from '@mutual-transfer/domain/administration/audit-log';
import { confirmation } from '@mutual-transfer/domain/problem';
import { z } from 'zod';
import { audited } from '../accounts/audited.ts';
import { replaceOwnPassword } from '../accounts/passwords/change-password.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { byId } from '../http/by-id.ts';
import { signedIn } from '../http/policy.ts';
import { say } from '../http/responses/answers.ts';
import { ifMatchHeader, withCurrent } from '../http/turns/owner-tags.ts';
import { inTurn, writeInTurn } from '../http/turns/turns.ts';
import { recordShown } from '../privacy/visibility.ts';
import { endImpersonation, impersonate, resetPassword, toggleStatus } from './admin.service.ts';
import { administratorRoutes } from './administrators/administrators.routes.ts';
import { findAuditEntries } from './audit/audit.queries.ts';
import { teacherViewerRoutes } from './audit/teacher-viewers.routes.ts';
import { downloadRoutes } from './downloads/downloads.routes.ts';
import { countUnpaid, readStats } from './figures/stats.queries.ts';
import { heldTextRoutes } from './held-texts/held-texts.routes.ts';
import { staffListRoutes } from './staff-list/staff-list.routes.ts';
import { findContactPatterns } from './teachers/contact-patterns.queries.ts';
import { cachePairCounts, findPairs } from './teachers/pairs.queries.ts';
import { findPaidTeachers, findTeachers } from './teachers/people.queries.ts';
import { personRoutes, viewPerson } from './teachers/person.routes.ts';
import { undeliveredRoutes } from './waiting/undelivered.routes.ts';
import { waitingRoutes } from './waiting/waiting.routes.ts';

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
  staffListRoutes(app, dependencies);
  waitingRoutes(app, dependencies);
  teacherViewerRoutes(app, dependencies);
}

function peopleRoutes(app: App, { db, now, rulebook }: Dependencies): void {
  const pairCounts = cachePairCounts(now);

  app.get(
    '/api/admin/users',
    {
      config: ofDistrict,
      schema: { summary: 'List teachers', querystring: peopleQuery, response: { 200: peopleList } },
    },
    inTurn(
      audited('look.users', async (request) => {
        const found = await findTeachers(db, signedIn(request), request.query);
        for (const { _id } of found.users) recordShown(signedIn(request), _id);
        return found;
      }),
    ),
  );

  app.get(
    '/api/admin/paid-users',
    {
      config,
      schema: { summary: 'List teachers who paid', querystring: peopleQuery, response: { 200: peopleList } },
    },
    inTurn(
      audited('look.paid-users', async (request) => {
        const found = await findPaidTeachers(db, request.query);
        for (const { _id } of found.users) recordShown(signedIn(request), _id);
        return found;
      }),
    ),
  );

  app.get(
    '/api/admin/matches',
    {
      config,
      schema: { summary: 'List pairs of teachers', querystring: pairsQuery, response: { 200: pairLists } },
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
      config,
      schema: {
        summary: 'List entries of the audit log',
        querystring: auditQuery,
        response: { 200: auditList },
      },
    },
    inTurn(audited('look.audit', (request) => findAuditEntries(db, request.query))),
  );

  app.get(
    '/api/admin/contact-patterns',
    {
      config,
      schema: {
        summary: 'List accounts that open contacts unusually fast',
        response: { 200: contactPatterns },
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
        querystring: statsQuery,
        response: { 200: adminStats },
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
        body: statusToggle,
        response: { 200: account },
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
      config: { policy: 'district', concerns: 'self' },
      schema: {
        summary: "Change the administrator's own password",
        body: passwordChange,
        response: { 200: confirmation },
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
      config,
      schema: {
        summary: "Set a teacher's password",
        params: byId,
        body: passwordReset,
        response: { 200: confirmation },
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
        body: impersonationRequest,
        response: { 200: impersonation },
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
