import { v7 as newId } from 'uuid';
import { refreshProjections } from '../../src/people/projections.ts';
import type { NewRequestRow, NewUserRow } from '../../src/platform/database/tables.ts';
import { createPasswords } from '../../src/sign-in/passwords.ts';
import { PASSWORD } from './factories.ts';
import { signIn } from './sessions.ts';
import { CHEAP_HASHES, type TestApp } from './test-app.ts';

/** Every kind of caller. */
export const callers = [
  'anonymous',
  'ended',
  'inactive',
  'unpaid',
  'stranger',
  'owner',
  'admin',
  'impersonating',
] as const;

export type Caller = (typeof callers)[number];

/** Ids of the owner's data. */
export interface Belongings {
  userId: string;
  requestId: string;
  /** Alert that was sent to the owner. */
  alertId: string;
  /** Agreement between the owner and the unpaid teacher. */
  agreementId: string;
  orderId: string;
  providerOrderId: string;
  sessionId: string;
}

/** Security check that was not answered yet. */
interface Check {
  captchaToken: string;
  captchaAnswer: string;
}

/** The owner (a teacher with every kind of data), all other kinds of callers, and their sessions. */
export interface Cast {
  belongings: Belongings;
  check: Check;
  tokens: Readonly<Record<Caller, string | undefined>>;
}

const SINCE = new Date('2026-01-01T00:00:00.000Z');
const UNTIL = new Date('2027-01-01T00:00:00.000Z');
const passwordHash = createPasswords(CHEAP_HASHES).hash(PASSWORD);

/** Deletes all people from the database and creates the cast. Payment is required; the owner and the stranger have paid. */
export async function createCast(test: TestApp): Promise<Cast> {
  const { db } = test.database;
  // Background work of earlier calls would lock the same rows.
  await test.settled();
  await db.deleteFrom('users').execute();
  await db.deleteFrom('payment_orders').execute();
  await db.deleteFrom('agreements').execute();
  await db.deleteFrom('rounds').execute();
  await db.updateTable('payment_settings').set({ is_payment_required: true, payment_amount: 10 }).execute();
  const password_hash = await passwordHash;
  const people = ['ended', 'inactive', 'unpaid', 'stranger', 'owner', 'admin'].map((role, number) =>
    personRow(role, number, password_hash),
  );
  await db.insertInto('users').values(people).execute();
  const idOf = (role: string) => people.find(({ name }) => name === `The ${role}`)?.id ?? '';
  const belongings = await give(test, idOf('owner'), idOf('unpaid'));
  for (const role of ['owner', 'stranger', 'unpaid']) {
    await db.transaction().execute((transaction) => refreshProjections(transaction, idOf(role)));
  }
  await db.deleteFrom('offers_to_announce').execute();
  const entered = await enter(test, idOf);
  return { belongings, check: await ask(test), tokens: entered };
}

async function ask({ database: { db } }: TestApp): Promise<Check> {
  await db.deleteFrom('captchas').execute();
  const token = newId();
  await db.insertInto('captchas').values({ token, answer: 12, expires_at: UNTIL }).execute();
  return { captchaToken: token, captchaAnswer: '12' };
}

async function enter(test: TestApp, idOf: (role: string) => string): Promise<Cast['tokens']> {
  const ended = await signIn(test, idOf('ended'));
  await test.database.db
    .updateTable('sessions')
    .set({ ended_at: SINCE })
    .where('user_id', '=', idOf('ended'))
    .execute();
  return {
    anonymous: undefined,
    ended,
    inactive: await signIn(test, idOf('inactive')),
    unpaid: await signIn(test, idOf('unpaid')),
    stranger: await signIn(test, idOf('stranger')),
    owner: await signIn(test, idOf('owner')),
    admin: await signIn(test, idOf('admin')),
    impersonating: await signIn(test, idOf('owner'), idOf('admin')),
  };
}

/** Returns the row of a person. The stranger teaches another subject, so that they do not match the owner. */
function personRow(role: string, number: number, password_hash: string): NewUserRow & { id: string } {
  const hasPaid = role === 'owner' || role === 'stranger';
  return {
    id: newId(),
    email: `${role}@example.com`,
    email_confirmed_at: SINCE,
    phone: String(9_500_000_000 + number),
    password_hash,
    name: `The ${role}`,
    role: role === 'admin' ? 'admin' : 'teacher',
    is_active: role !== 'inactive',
    ...(role === 'admin' ? {} : postingColumns(role === 'owner' ? 'mathematics' : 'urdu')),
    paid_at: hasPaid ? SINCE : null,
    paid_rupees: hasPaid ? 10 : null,
    created_at: SINCE,
  };
}

function postingColumns(subject: string) {
  return { school_name: 'Rajkiya Vidyalaya', ...wishColumns(subject), district: 'gaya', block: 'bodh-gaya' };
}

function wishColumns(subject: string) {
  return { desired_district: 'patna', desired_block: 'danapur', subject, class_range: '6-8' as const };
}

async function give({ database: { db } }: TestApp, userId: string, senderId: string): Promise<Belongings> {
  const belongings = {
    userId,
    requestId: newId(),
    alertId: newId(),
    agreementId: newId(),
    orderId: newId(),
    providerOrderId: `order_${newId()}`,
    sessionId: newId(),
  };
  await db.insertInto('requests').values(requestRow(belongings.requestId, userId)).execute();
  const alert = { id: belongings.alertId, from_user_id: senderId, to_user_id: userId };
  await db
    .insertInto('alerts')
    .values({ ...alert, message: 'Shall we swap?', created_at: SINCE })
    .execute();
  const order = { id: belongings.orderId, provider_order_id: belongings.providerOrderId, user_id: userId };
  await db
    .insertInto('payment_orders')
    .values({ ...order, provider: 'sandbox', amount_paise: 1_000, created_at: SINCE })
    .execute();
  await agree(db, belongings.agreementId, [userId, senderId]);
  const session = { id: belongings.sessionId, user_id: userId, created_at: SINCE, expires_at: UNTIL };
  await db.insertInto('sessions').values(session).execute();
  return belongings;
}

/** Creates an agreement of deleted requests, so that it blocks no call of the owner. */
async function agree(db: TestApp['database']['db'], id: string, members: readonly string[]): Promise<void> {
  const kind = { subject: 'mathematics', class_range: '6-8', size: members.length, requests_key: id };
  const moments = { created_at: SINCE, agreed_at: SINCE, deadline: UNTIL };
  await db
    .insertInto('agreements')
    .values({ id, state: 'agreed', source: 'teacher', ...kind, ...moments })
    .execute();
  const seats = members.map((user_id, position) => ({
    agreement_id: id,
    position,
    state: 'agreed' as const,
    user_id,
    from_block: position === 0 ? 'bodh-gaya' : 'danapur',
    to_block: position === 0 ? 'danapur' : 'bodh-gaya',
    answer: 'yes' as const,
    answered_at: SINCE,
  }));
  await db.insertInto('agreement_members').values(seats).execute();
}

function requestRow(id: string, user_id: string): NewRequestRow {
  return {
    id,
    user_id,
    ...wishColumns('mathematics'),
    reason: 'My parents live there.',
    additional_info: 'In June.',
    urgency: 'medium',
    contact_preference: 'email',
    hide_name: false,
    hide_phone: false,
    hide_email: false,
    hide_school_name: false,
    created_at: SINCE,
    expires_at: UNTIL,
  };
}
