import { paperQuery } from '@mutual-transfer/domain/agreements/agreement';
import { isBinding } from '@mutual-transfer/domain/agreements/agreement-steps';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { languageOf } from '../../http/answers.ts';
import type { App } from '../../http/dependencies.ts';
import { signedIn } from '../../http/policy.ts';
import { ConcurrencyQueue } from '../../limits/concurrency-queue.ts';
import { noteContactsSeen } from '../../privacy/open-contacts.ts';
import { findOwnAgreement } from '../agreements.queries.ts';
import type { AgreementDependencies } from '../dependencies.ts';
import type { WholeAgreement } from '../locked-agreement.ts';
import { isOpenToMembers } from '../present-agreement.ts';
import { deadlinesIcs } from './deadlines-ics.ts';
import { groupCsv } from './group-csv.ts';
import { groupNumber } from './group-number.ts';
import { type PaperFacts, readPaperFacts } from './paper-facts.ts';
import { createPaperPrinter } from './paper-printer.ts';

const byId = z.strictObject({ id: z.uuid() });
const config = { policy: 'access' } as const;

/** Cost of a paper in points of the read budget. The worker shapes it for half a second. */
const APPLICATION_COST = 20;
/** Maximum number of papers in the queue. One member may have an eighth of them. */
const PAPERS_WAITING = 32;

function answers(type: string) {
  return { 200: { content: { [type]: { schema: z.any() } } } };
}

/** Routes of an agreement's papers, for its members while it holds. */
export function paperRoutes(app: App, dependencies: AgreementDependencies): void {
  const { db, now } = dependencies;
  const printer = createPaperPrinter();
  const papers = new ConcurrencyQueue({ atOnce: 1, waitingAtMost: PAPERS_WAITING, refusal: 'rate_limited' });
  app.addHook('onClose', printer.close);

  app.get(
    '/api/agreements/:id/application.pdf',
    {
      config: { ...config, cost: APPLICATION_COST },
      schema: {
        summary: 'The joint application, for printing and signing',
        params: byId,
        querystring: paperQuery,
        response: answers('application/pdf'),
      },
    },
    async (request, reply) => {
      const { language } = request.query;
      const paper = await papers.run(signedIn(request).userId, async () =>
        printer.print({ facts: await factsFor(request), language, now: now() }),
      );
      return download(reply, `application-${groupNumber(request.params.id)}.pdf`, 'application/pdf', paper);
    },
  );

  app.get(
    '/api/agreements/:id/group.csv',
    {
      config,
      schema: {
        summary: 'The group, a teacher a row, for the portal',
        params: byId,
        response: answers('text/csv'),
      },
    },
    async (request, reply) => {
      const facts = await factsFor(request);
      const name = `group-${groupNumber(facts.agreement.id)}.csv`;
      return download(reply, name, 'text/csv; charset=utf-8', groupCsv(facts, languageOf(request)));
    },
  );

  app.get(
    '/api/agreements/:id/deadlines.ics',
    {
      config,
      schema: {
        summary: 'The deadlines as a calendar file',
        params: byId,
        response: answers('text/calendar'),
      },
    },
    async (request, reply) => {
      const agreement = await findOwnAgreement(db, ownOf(request));
      if (!isUnderWay(agreement, now())) throw new AppError('agreement_over');
      const calendar = deadlinesIcs(agreement, languageOf(request), now());
      const name = `deadlines-${groupNumber(agreement.id)}.ics`;
      return download(reply, name, 'text/calendar; charset=utf-8', calendar);
    },
  );

  async function factsFor(request: FastifyRequest<{ Params: { id: string } }>): Promise<PaperFacts> {
    const agreement = await findOwnAgreement(db, ownOf(request));
    if (!isOpenToMembers(agreement.state)) throw new AppError('agreement_step');
    const facts = await readPaperFacts(db, agreement);
    const members = agreement.members.flatMap(({ user_id }) => user_id ?? []);
    await noteContactsSeen(dependencies, signedIn(request), members);
    return facts;
  }
}

function download(reply: FastifyReply, name: string, type: string, body: Buffer | string) {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(body as never);
}

/** Returns true if a deadline is still ahead. */
function isUnderWay({ state, deadline }: WholeAgreement, now: Date): boolean {
  return isBinding(state) || (state === 'proposed' && deadline > now);
}

function ownOf(request: FastifyRequest<{ Params: { id: string } }>) {
  return { userId: signedIn(request).userId, id: request.params.id };
}
