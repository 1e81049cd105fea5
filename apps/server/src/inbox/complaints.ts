import {
  type Acknowledgement,
  acknowledgementSchema,
  newComplaintSchema,
  type OwnComplaint,
  ownComplaintSchema,
} from '@mutual-transfer/domain/administration/complaint';
import { complaintHours } from '@mutual-transfer/domain/administration/report-reasons';
import {
  COMPLAINTS_A_DAY,
  MILLISECONDS_A_DAY,
  MILLISECONDS_AN_HOUR,
} from '@mutual-transfer/domain/constants';
import type { Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { App, Dependencies } from '../dependencies.ts';
import { once } from '../http/idempotency.ts';
import { signedIn } from '../http/policy.ts';
import { writeInTurn } from '../http/turns.ts';
import { lockOwnAccount } from '../people/lock-members.ts';
import type { Database, Db } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { randomText } from '../platform/random-text.ts';
import { guardedComplaint } from '../sign-in/guarded-entry.ts';

/** Digits, which can be quoted on the phone. */
const DIGITS = 10;

/** Who complains: a member, or a visitor by name and contact. */
type Complainant = { reporter_id: string } | { name: string; contact: string };

/** Stores a complaint about the site with a new number. @returns its id. */
async function storeComplaint(
  db: Db,
  { topic, words }: OwnComplaint,
  complainant: Complainant,
  now: Date,
): Promise<string> {
  const id = newId({ msecs: now.getTime() });
  await db
    .insertInto('reports')
    .values({
      id,
      reporter_id: null,
      ...complainant,
      reported_id: null,
      reason: topic,
      words,
      number: randomText('0123456789', DIGITS),
      due_at: new Date(now.getTime() + complaintHours[topic] * MILLISECONDS_AN_HOUR),
      created_at: now,
    })
    .execute();
  return id;
}

/** @throws {AppError} `report_limit`. */
async function refuseBeyondLimit(
  transaction: Transaction<Database>,
  reporterId: string,
  now: Date,
): Promise<void> {
  const { count } = await transaction
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('reporter_id', '=', reporterId)
    .where('number', 'is not', null)
    .where('created_at', '>', new Date(now.getTime() - MILLISECONDS_A_DAY))
    .executeTakeFirstOrThrow();
  if (Number(count) < COMPLAINTS_A_DAY) return;
  throw new AppError('report_limit', { values: { maximum: COMPLAINTS_A_DAY }, retryAfterSeconds: 3_600 });
}

async function acknowledge(db: Db, id: string): Promise<Acknowledgement> {
  const { number, due_at } = await db
    .selectFrom('reports')
    .select(['number', 'due_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return { number: number ?? '', dueAt: due_at?.toISOString() ?? '' };
}

/** Registers the routes of complaints about the site. Administrators read and answer them among the reports. */
export function complaintRoutes(app: App, dependencies: Dependencies): void {
  const { db, now } = dependencies;

  app.post(
    '/api/complaints',
    {
      config: { policy: 'open', isUnmetered: 'form' },
      schema: {
        summary: 'Complain about the site as a visitor',
        description: 'The answer is the acknowledgement. An administrator writes to the contact or calls.',
        body: newComplaintSchema,
        response: { 201: acknowledgementSchema },
      },
    },
    writeInTurn(async (request, reply) => {
      const { name, contact, topic, words, ...check } = request.body;
      const store = () => storeComplaint(db, { topic, words }, { name, contact }, now());
      const id = await guardedComplaint(dependencies, request, check, store);
      return reply.code(201).send(await acknowledge(db, id));
    }),
  );

  app.post(
    '/api/complaints/own',
    {
      config: { policy: 'session', idempotency: 'key' },
      schema: {
        summary: 'Complain about the site as a signed-in person, who gets the answer as a notice',
        body: ownComplaintSchema,
        response: { 201: acknowledgementSchema },
      },
    },
    writeInTurn((request, reply) =>
      once(request, reply, {
        change: (commit) =>
          commit(async (transaction) => {
            const { userId } = signedIn(request);
            await lockOwnAccount(transaction, userId);
            await refuseBeyondLimit(transaction, userId, now());
            const id = await storeComplaint(transaction, request.body, { reporter_id: userId }, now());
            return { status: 201, ids: { id } };
          }),
        answer: ({ id }) => acknowledge(db, id),
      }),
    ),
  );
}
