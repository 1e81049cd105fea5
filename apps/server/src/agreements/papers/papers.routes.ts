import { csvHead, csvLine } from '@mutual-transfer/domain/administration/csv-lines';
import { paperQuerySchema } from '@mutual-transfer/domain/agreements/agreement';
import { stepDeadlines } from '@mutual-transfer/domain/agreements/agreement-rules';
import { isBinding } from '@mutual-transfer/domain/agreements/agreement-steps';
import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn, namesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import { classLevelCell } from '@mutual-transfer/domain/reference/teaching';
import type { FastifyRequest } from 'fastify';
import ical, { ICalCalendarMethod } from 'ical-generator';
import type { App, Dependencies } from '../../dependencies.ts';
import { fileResponse, languageOf, sendFile } from '../../http/answers.ts';
import { byId, ownOf } from '../../http/by-id.ts';
import { signedIn } from '../../http/policy.ts';
import { inTurn } from '../../http/turns.ts';
import { recordContactViews } from '../../people/contacts.ts';
import { AppError } from '../../platform/errors.ts';
import { placeOfBlock } from '../../platform/places.ts';
import { findOwnAgreement } from '../agreements.queries.ts';
import type { Member, WholeAgreement } from '../lock-agreement.ts';
import { isOpenToMembers } from '../present-agreement.ts';
import { type PaperFacts, type PaperMember, readPaperFacts } from './paper-facts.queries.ts';
import { readWarning, warningSentence } from './paper-warning.ts';

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
        querystring: paperQuerySchema,
        response: fileResponse('application/pdf'),
      },
    },
    async (request, reply) => {
      const { language } = request.query;
      const agreement = await findOwnAgreement(db, ownOf(request));
      const paper = await paperDesk.print(signedIn(request).userId, async () => ({
        kind: 'application',
        facts: await factsFor(request, agreement),
        language,
        now: now(),
      }));
      const name = fileName(request, 'file.application', agreement);
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
      const facts = await factsFor(request, await findOwnAgreement(db, ownOf(request)));
      const name = fileName(request, 'file.group', facts.agreement);
      return sendFile(reply, {
        name,
        type: 'text/csv; charset=utf-8',
        body: groupCsv(facts, languageOf(request)),
      });
    }),
  );

  async function factsFor(request: FastifyRequest, agreement: WholeAgreement): Promise<PaperFacts> {
    if (!isOpenToMembers(agreement.state)) throw new AppError('agreement_step');
    const facts = await readPaperFacts(dependencies, agreement, signedIn(request));
    const members = agreement.members.flatMap(({ user_id }) => user_id ?? []);
    await recordContactViews(dependencies, signedIn(request), members);
    return facts;
  }
}

/** Registers the route of the calendar file, which members of a proposal can download too. */
function calendarRoute(app: App, { db, config: settings, now }: Dependencies): void {
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
      const language = languageOf(request);
      const warning = warningSentence(await readWarning({ db, config: settings }), language);
      const calendar = deadlinesIcs(agreement, { language, warning }, now());
      const name = fileName(request, 'file.deadlines', agreement);
      return sendFile(reply, { name, type: 'text/calendar; charset=utf-8', body: calendar });
    }),
  );
}

/** Returns the name of a group's file in the reader's language. */
export function fileName(
  request: FastifyRequest,
  file: 'file.application' | 'file.group' | 'file.deadlines',
  { number }: Pick<WholeAgreement, 'number'>,
): string {
  return messagesIn(languageOf(request))(file, { group: number });
}

/** Returns true for an open proposal and for an agreement whose transfers are not completed. */
function isUnderWay({ state, deadline }: WholeAgreement, now: Date): boolean {
  return isBinding(state) || (state === 'proposed' && deadline > now);
}

/** Returns the deadlines of an agreement as a calendar file. */
function deadlinesIcs(
  agreement: WholeAgreement,
  { language, warning }: { language: Language; warning: string },
  now: Date,
): string {
  const say = messagesIn(language);
  const calendar = ical({ name: say('paper.calendar'), method: ICalCalendarMethod.PUBLISH });
  const add = (key: 'answer' | 'submission' | 'order' | 'joining', day: Date) =>
    calendar.createEvent({
      id: `${agreement.id}-${key}`,
      start: day,
      end: new Date(day.getTime() + 3_600_000),
      stamp: now,
      summary: say(`paper.due.${key}`),
      description: warning,
    });
  if (agreement.agreed_at === null) add('answer', agreement.deadline);
  else {
    const { submitted, ordered, joined } = stepDeadlines({
      agreedAt: agreement.agreed_at,
      submittedAt: agreement.submitted_at,
      extendedUntil: agreement.extended_until,
      isOrdered: agreement.members.every(hasOrder),
    });
    if (submitted) add('submission', submitted);
    if (ordered) add('order', ordered);
    if (joined) add('joining', joined);
  }
  return calendar.toString();
}

function hasOrder({ ticked }: Member): boolean {
  return ticked.some(({ kind }) => kind === 'ordered' || kind === 'joined');
}

/**
 * Returns the group sheet for the state's portal as CSV: one teacher per row in the order of the ring, plain-text cells, all in
 * the viewer's language.
 */
export function groupCsv(
  { agreement, members }: Pick<PaperFacts, 'agreement' | 'members'>,
  language: Language,
): string {
  const lines = members.map((member, index) => {
    const next = members[(index + 1) % members.length];
    return csvLine([
      index + 1,
      ...personCells(member, language),
      next?.name,
      ...kindCells(agreement, member, language),
      agreement.number,
    ]);
  });
  return csvHead(messagesIn(language)('columns.group').split(',')) + lines.join('');
}

function personCells(
  { name, phone, email, schoolName, fromBlock, toBlock }: PaperMember,
  language: Language,
): string[] {
  const names = namesIn(language);
  const placeCells = (code: string) => {
    const { district, block } = placeOfBlock(code);
    return [names.district(district), names.block(district, block)];
  };
  return [name, phone, email, schoolName, ...placeCells(fromBlock), ...placeCells(toBlock)];
}

function kindCells(
  { subject, class_range }: PaperFacts['agreement'],
  { category, batch }: PaperMember,
  language: Language,
) {
  const names = namesIn(language);
  const kind = category === null ? null : names.category(category);
  return [
    names.subject(subjectByCode(subject).name),
    classLevelCell(class_range, messagesIn(language)),
    kind,
    batch,
  ];
}
