import { paperQuery } from '@mutual-transfer/domain/agreements/agreement';
import { isBinding } from '@mutual-transfer/domain/agreements/agreement-steps';
import { groupNumber } from '@mutual-transfer/domain/agreements/group-number';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type { FastifyRequest } from 'fastify';
import type { App, Dependencies } from '../../dependencies.ts';
import { AppError } from '../../errors.ts';
import { byId, ownOf } from '../../http/by-id.ts';
import { signedIn } from '../../http/policy.ts';
import { languageOf } from '../../http/responses/answers.ts';
import { fileResponse, sendFile } from '../../http/responses/attachment.ts';
import { inTurn } from '../../http/turns/turns.ts';
import { recordContactViews } from '../../privacy/open-contacts.ts';
import { findOwnAgreement } from '../agreements.queries.ts';
import { isOpenToMembers } from '../room/present-agreement.ts';
import type { WholeAgreement } from '../steps/locked-agreement.ts';
import { deadlinesIcs } from './deadlines-ics.ts';
import { groupCsv } from './group-csv.ts';
import { type PaperFacts, readPaperFacts } from './paper-facts.queries.ts';

const config = { policy: 'access' } as const;

/** Cost of a paper in points of the read budget. Printing one takes half a second in the worker thread. */
export const APPLICATION_COST = 20;

export function paperRoutes(app: App, dependencies: Dependencies): void {
  agreedRoutes(app, dependencies);
  calendarRoute(app, dependencies);
}

/** Registers the routes of papers, which members can download while the agreement holds. */
function agreedRoutes(app: App, dependencies: Dependencies): void {
  const { db, now, paperDesk } = dependencies;

  app.get(
    '/api/agreements/:id/application.pdf',
    {
      config: {
        ...config,
        cost: APPLICATION_COST,
      },
      schema: {
        summary: 'Download the joint application, for printing and signing',
        params: byId,
        querystring: paperQuery,
        response: fileResponse('application/pdf'),
      },
    },
    async (request, reply) => {
      const { language } = request.query;
      const paper = await paperDesk.print(signedIn(request).userId, async () => ({
        facts: await factsFor(request),
        language,
        now: now(),
      }));
      const name = fileName(request, 'file.application', request.params.id);
      return sendFile(reply, { name, type: 'application/pdf', body: paper });
    },
  );

  app.get(
    '/api/agreements/:id/group.csv',
    {
      config,
      schema: {
        summary: 'Download the group for the portal, one row per teacher',
        params: byId,
        response: fileResponse('text/csv'),
      },
    },
    inTurn(async (request, reply) => {
      const facts = await factsFor(request);
      const name = fileName(request, 'file.group', facts.agreement.id);
      return sendFile(reply, {
        name,
        type: 'text/csv; charset=utf-8',
        body: groupCsv(facts, languageOf(request)),
      });
    }),
  );

  async function factsFor(request: FastifyRequest<{ Params: { id: string } }>): Promise<PaperFacts> {
    const agreement = await findOwnAgreement(db, ownOf(request));
    if (!isOpenToMembers(agreement.state)) throw new AppError('agreement_step');
    const facts = await readPaperFacts(db, agreement, signedIn(request));
    const members = agreement.members.flatMap(({ user_id }) => user_id ?? []);
    await recordContactViews(dependencies, signedIn(request), members);
    return facts;
  }
}

/** Registers the route of the calendar file, which members of a proposal can download too. */
function calendarRoute(app: App, { db, now }: Dependencies): void {
  app.get(
    '/api/agreements/:id/deadlines.ics',
    {
      config,
      schema: {
        summary: 'Download the deadlines as a calendar file',
        params: byId,
        response: fileResponse('text/calendar'),
      },
    },
    inTurn(async (request, reply) => {
      const agreement = await findOwnAgreement(db, ownOf(request));
      if (!isUnderWay(agreement, now())) throw new AppError('agreement_over');
      const calendar = deadlinesIcs(agreement, languageOf(request), now());
      const name = fileName(request, 'file.deadlines', agreement.id);
      return sendFile(reply, { name, type: 'text/calendar; charset=utf-8', body: calendar });
    }),
  );
}

/** Returns the name of a group's file in the reader's language. */
export function fileName(
  request: FastifyRequest,
  file: 'file.application' | 'file.group' | 'file.deadlines',
  id: string,
): string {
  return messagesIn(languageOf(request))(file, { group: groupNumber(id) });
}

/** Returns true for an open proposal and for an agreement whose transfers are not completed. */
function isUnderWay({ state, deadline }: WholeAgreement, now: Date): boolean {
  return isBinding(state) || (state === 'proposed' && deadline > now);
}
