import type { AgreementFile, TransferOrder } from '@mutual-transfer/domain/administration/office-agreement';
import { isBinding } from '@mutual-transfer/domain/agreements/agreement-steps';
import { type Kysely, sql } from 'kysely';
import { findAgreements, type Member, type WholeAgreement } from '../../agreements/locked-agreement.ts';
import { findLastStep, type LastStep } from '../../agreements/office/last-step.queries.ts';
import { isOpenToMembers } from '../../agreements/present-agreement.ts';
import type { StepKind } from '../../database/agreement-tables.ts';
import type { Database } from '../../database/schema.ts';
import { AppError } from '../../errors.ts';
import { isElsewhere } from '../../privacy/visibility.ts';
import type { SignedIn } from '../../sessions/viewer.ts';
import { findDeadlines, listed, listedMember } from './agreements.queries.ts';

type Db = Kysely<Database>;

/**
 * Returns everything about one agreement; of members elsewhere only name, school, place and the state of the answer.
 * @throws {AppError} `not_found`.
 */
export async function findAgreementFile(
  db: Db,
  viewer: SignedIn,
  id: string,
  now: Date,
): Promise<AgreementFile> {
  const [agreement] = await findAgreements(db, [id]);
  if (agreement === undefined) throw new AppError('not_found');
  const [deadlines, people, orders, history, last] = await Promise.all([
    findDeadlines(db, [agreement]),
    findPeople(db, agreement),
    findOrders(db, id),
    findHistory(db, id),
    findLastStep(db, agreement),
  ]);
  const shared = listed(agreement, deadlines.get(id) ?? null, now);
  const endedBy = agreement.ended_by === null ? undefined : people.get(agreement.ended_by)?.name;
  const isWhole = agreement.members.every(({ user_id }) => user_id !== null);
  return {
    ...shared,
    members: agreement.members.map((member) => ({
      ...listedMember(member, people, viewer),
      ...ofMember(member, agreement, people, viewer),
    })),
    endedBy:
      agreement.ended_by === null || endedBy === undefined
        ? null
        : { _id: agreement.ended_by, name: endedBy },
    waitsUntil: agreement.waits_until?.toISOString() ?? null,
    orders,
    history: history.flatMap((row) => shownHappening(row, people, viewer) ?? []),
    papers: isOpenToMembers(agreement.state) && isWhole ? [`/api/admin/agreements/${id}/paper.pdf`] : [],
    can: abilities(shared.state, last),
  };
}

function abilities(state: AgreementFile['state'], last: LastStep | undefined): AgreementFile['can'] {
  const isUnderWay = state === 'proposed' || isBinding(state);
  return {
    deadline: isUnderWay,
    end: isUnderWay,
    order: isBinding(state),
    undo: last === undefined ? null : { id: last.id, step: last.step },
    join: isBinding(state) || state === 'completed',
  };
}

interface PersonOfMember {
  readonly name: string;
  readonly phone: string | null;
  readonly email: string;
  readonly school_name: string | null;
  readonly category: string | null;
  /** Code of the district of the present posting. */
  readonly district: string | null;
}

async function findPeople(db: Db, { members }: WholeAgreement): Promise<Map<string, PersonOfMember>> {
  const ids = members.flatMap(({ user_id }) => user_id ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'phone', 'email', 'school_name', 'category', 'district'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, ...person }) => [id, person]));
}

function detailsOf(person: PersonOfMember | undefined) {
  if (person === undefined) return { phone: null, mobile: null, email: null, category: null };
  const { phone, email, category } = person;
  return { phone, mobile: phone, email, category };
}

function ofMember(
  member: Member,
  { members, proposed_by }: WholeAgreement,
  people: ReadonlyMap<string, PersonOfMember>,
  viewer: SignedIn,
) {
  const person = people.get(member.user_id ?? '');
  const shared = {
    schoolName: person?.school_name ?? null,
    takesPlaceOf: ((member.position + 1) % members.length) + 1,
    isProposer: member.user_id !== null && member.user_id === proposed_by,
  };
  if (person !== undefined && isElsewhere(viewer, person.district)) {
    const unseen = { ...detailsOf(undefined), joinedOn: null };
    return { ...shared, ...unseen, answeredAt: null, recordMovedAt: null };
  }
  return {
    ...shared,
    ...detailsOf(person),
    answeredAt: member.answered_at?.toISOString() ?? null,
    joinedOn: member.joined_on,
    recordMovedAt: member.record_moved_at?.toISOString() ?? null,
  };
}

/** Kinds of steps by which a member answers. */
const answering: readonly string[] = ['proposed', 'yes', 'no', 'silence', 'leave'];

type Happening = AgreementFile['history'][number];

/** Returns the step as the administrator reads it: of a member elsewhere the answer without its words. */
function shownHappening(
  row: Happening,
  people: ReadonlyMap<string, PersonOfMember>,
  viewer: SignedIn,
): Happening | undefined {
  const person = people.get(row.member?._id ?? '');
  if (person === undefined || !isElsewhere(viewer, person.district)) return row;
  return answering.includes(row.kind) ? { ...row, reason: null, words: null } : undefined;
}

/** Returns the orders of an agreement, withdrawn ones too, oldest first. */
async function findOrders(db: Db, agreementId: string): Promise<TransferOrder[]> {
  const rows = await db
    .selectFrom('transfer_orders')
    .leftJoin('users', 'users.id', 'recorded_by')
    .selectAll('transfer_orders')
    .select(['users.name as recorder'])
    .select(
      sql<number[]>`array(select position + 1 from transfer_order_members
        where order_id = transfer_orders.id order by position)`.as('seats'),
    )
    .where('agreement_id', '=', agreementId)
    .orderBy('transfer_orders.id')
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    number: row.number,
    date: row.ordered_on,
    authority: row.authority,
    office: row.office,
    code: row.code,
    seats: row.seats,
    recordedAt: row.recorded_at.toISOString(),
    recordedBy: row.recorder,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
  }));
}

/** Name, designation and office of the administrator who recorded a step. */
const nameWithOffice = sql<
  string | null
>`nullif(concat_ws(', ', administrators.name, administrators.designation, administrators.office), '')`;

/** Order of what happened in one call, at the same time. */
const orderOfKinds: readonly StepKind[] = [
  'proposed',
  'yes',
  'no',
  'silence',
  'leave',
  'agreed',
  'submitted',
  'otp',
  'ordered',
  'relieved',
  'joined',
  'record_moved',
  'extended',
  'undone',
  'end',
];

async function findHistory(db: Db, agreementId: string): Promise<AgreementFile['history']> {
  const rows = await db
    .selectFrom('agreement_steps')
    .leftJoin('users as members', 'members.id', 'agreement_steps.user_id')
    .leftJoin('users as administrators', 'administrators.id', 'agreement_steps.recorded_by')
    .select(['kind', 'happened_at', 'user_id', 'reason', 'words', 'office_reason', 'concerns'])
    .select(['members.name as member', nameWithOffice.as('administrator')])
    .where('agreement_id', '=', agreementId)
    .orderBy('happened_at')
    .orderBy(sql`array_position(${orderOfKinds}::text[], kind)`)
    .orderBy('agreement_steps.id')
    .execute();
  return rows.map((row) => ({
    kind: row.kind,
    at: row.happened_at.toISOString(),
    member: row.user_id === null || row.member === null ? null : { _id: row.user_id, name: row.member },
    administrator: row.administrator,
    reason: row.reason,
    words: row.office_reason ?? row.words,
    concerns: row.concerns,
  }));
}
