import { confirmationSchema } from '@mutual-transfer/domain/confirmation';
import {
  alertListSchema,
  alertQuerySchema,
  alertVisibilitySchema,
  newAlertSchema,
  sentAlertListSchema,
  unreadAlertsSchema,
} from '@mutual-transfer/domain/notices/alert';
import { paginationOf, wholeListQuerySchema } from '@mutual-transfer/domain/query-parameters';
import type { App, Dependencies } from '../dependencies.ts';
import { languageOf, say } from '../http/answers.ts';
import { byId } from '../http/by-id.ts';
import { once } from '../http/idempotency.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn, slow, writeInTurn } from '../http/turns.ts';
import { markRead, setHidden } from '../notices/notices.ts';
import { findMessageRisks } from '../notices/text-review.ts';
import { contactsFor } from '../people/contacts.ts';
import { totalOf } from '../platform/database/read-page.ts';
import { countRefusedTexts } from '../platform/limits.ts';
import { countAlerts, countUnread, findAlerts, findSentAlerts } from './alerts.queries.ts';
import { sendAlert } from './alerts.ts';

/** Status of a message that an administrator must release. */
const HELD = 202;

export function alertRoutes(app: App, dependencies: Dependencies): void {
  readingRoutes(app, dependencies);
  sendingRoute(app, dependencies);
  changingRoutes(app, dependencies);
}

function readingRoutes(app: App, dependencies: Dependencies): void {
  const { db, rulebook } = dependencies;
  app.get(
    '/api/alerts',
    {
      config: { policy: 'access' },
      schema: {
        summary: 'List notices, newest first',
        querystring: alertQuerySchema,
        response: { 200: alertListSchema },
      },
    },
    inTurn(async (request) => {
      const viewer = signedIn(request);
      const query = { ...request.query, includeHidden: request.query.includeHidden === 'true' };
      const rules = await rulebook.today();
      const found = await findAlerts({ db, rules }, viewer, query, languageOf(request));
      const contacts = await contactsFor(dependencies, viewer, 'match')(found.people);
      const alerts = found.present(contacts);
      const total = await totalOf(query, alerts.length, () => countAlerts(db, viewer, query.includeHidden));
      return { data: { alerts, pagination: paginationOf(query, total), ...contacts.limit } };
    }),
  );

  app.get(
    '/api/alerts/sent',
    {
      config: { policy: 'access' },
      schema: {
        summary: 'List the messages that the caller sent, newest first',
        querystring: wholeListQuerySchema,
        response: { 200: sentAlertListSchema },
      },
    },
    inTurn(async (request) => {
      const rules = await rulebook.today();
      const { alerts, total } = await findSentAlerts({ db, rules }, signedIn(request), request.query);
      return { data: { alerts, pagination: paginationOf(request.query, total) } };
    }),
  );

  app.get(
    '/api/alerts/unread',
    {
      config: { policy: 'access', isUnlogged: true },
      schema: { summary: 'Count unread notices', response: { 200: unreadAlertsSchema } },
    },
    inTurn(async (request) => ({ unread: await countUnread(db, signedIn(request)) })),
  );
}

function sendingRoute(app: App, dependencies: Dependencies): void {
  const { db, graph, limits, now } = dependencies;
  app.post(
    '/api/alerts/:id',
    {
      config: {
        policy: 'access',
        idempotency: 'key',
        // If sender and recipient are no match, the handler searches for rings of both.
      },
      schema: {
        summary:
          'Send a message to a teacher who matches the caller, shares a ring with them, or has written to them',
        params: byId,
        body: newAlertSchema,
        response: { 201: confirmationSchema, 202: confirmationSchema },
      },
    },
    slow((request, reply) => {
      const sending = {
        senderId: signedIn(request).userId,
        recipientId: request.params.id,
        message: request.body.message,
        isSentForReview: request.body.sendForReview,
      };
      return once(request, reply, {
        change: (commit) =>
          countRefusedTexts(limits, request, sending.senderId, async () => {
            const risks = await findMessageRisks(db, sending.senderId, sending.message);
            return commit(async (transaction) => {
              const written = { ...sending, risks };
              const isHeld = await sendAlert(graph, transaction, written, languageOf(request), now());
              return { status: isHeld ? HELD : 201 };
            });
          }),
        answer: (_ids, { status }) => ({
          message: say(request, status === HELD ? 'done.textHeld' : 'done.alertSent'),
        }),
      });
    }),
  );
}

function changingRoutes(app: App, { db, now }: Dependencies): void {
  app.patch(
    '/api/alerts/:id/read',
    {
      config: { policy: 'access' },
      schema: { summary: 'Mark an alert as read', params: byId, response: { 200: confirmationSchema } },
    },
    writeInTurn(async (request) => {
      await markRead(db, { id: request.params.id, recipientId: signedIn(request).userId }, now());
      return { message: say(request, 'done.alertRead') };
    }),
  );

  app.patch(
    '/api/alerts/:id/hidden',
    {
      config: { policy: 'access' },
      schema: {
        summary: 'Hide an alert, or show it again',
        params: byId,
        body: alertVisibilitySchema,
        response: { 200: confirmationSchema },
      },
    },
    writeInTurn(async (request) => {
      const { hidden } = request.body;
      await setHidden(db, { id: request.params.id, recipientId: signedIn(request).userId, hidden }, now());
      return { message: say(request, hidden ? 'done.alertHidden' : 'done.alertShown') };
    }),
  );
}
