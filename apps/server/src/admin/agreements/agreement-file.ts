import {
  type AgreementFile,
  historyKinds,
  type TransferOrder,
} from '@mutual-transfer/domain/administration/office-agreement';
import { isBinding, type MovingStep, movingSteps } from '@mutual-transfer/domain/agreements/agreement-steps';
import { blockByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import { sql } from 'kysely';
import { findAgreements, type WholeAgreement } from '../../agreements/lock-agreement.ts';
import { findStaying, findUndoable, hasSeatOf, type LastStep } from '../../agreements/office/office-step.ts';
import { isRecordable } from '../../agreements/office/record-joining.ts';
import { findOrderable } from '../../agreements/office/record-order.ts';
import { canBeTakenBack, mayUndo } from '../../agreements/office/undo-last-step.ts';
import { mayRecord } from '../../agreements/office/who-may.ts';
import { isOpenToMembers } from '../../agreements/present-agreement.ts';
import { isElsewhere } from '../../people/visibility.ts';
import type { Db, StepKind, StepRow } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { placeOfBlock } from '../../platform/places.ts';
import type { SignedIn } from '../../platform/sessions.ts';
import { findDeadlines, listed, listedMember } from './agreements.ts';
import {
  findPeople,
  type NamedPersonRow,
  type SeenAgreement,
  type SeenMember,
  seenAgreement,
  shownMoment,
} from './seen-agreement.ts';

/**
 * Returns everything about one agreement. For members posted outside the administrator's districts, only name, school, place and answer.
 *
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
    findPeople(db, [agreement]),
    findOrders(db, id),
    findHistory(db, id),
    canBeTakenBack(agreement, now) ? findUndoable(db, agreement) : undefined,
  ]);
  const isOrderable = await findOrderable(db, { ...viewer, now }, agreement);
  const canUndo = canBeTakenBack(agreement, now);
  const seen = seenAgreement(agreement, people, viewer);
  const shared = listed(seen, deadlines.get(id) ?? null, now);
  const members = seen.members.map((member) => {
    const canRecord = recordable(member, agreement, viewer);
    return {
      ...listedMember(member, agreement, people),
      ...ofMember(member, agreement, people),
      canRecord,
      canTakeBack: canRecord.filter((step) => canUndo && member.ticked.some(({ kind }) => kind === step)),
      canScrutinise: canScrutinise(member, agreement),
      factsNow: changedFacts(member, agreement, people),
    };
  });
  const isWhole = agreement.members.every(({ user_id }) => user_id !== null);
  return {
    ...shared,
    members,
    endedBy: shownEnder(members, agreement.ended_by),
    waitsUntil: shownMoment(seen, agreement.waits_until)?.toISOString() ?? null,
    orders: orders.flatMap((order) => {
      const shown = shownOrder(order, seen, viewer);
      const named = order.seats.map((seat) => ({ position: seat - 1 }));
      const canWithdraw = canUndo && order.withdrawnAt === null && isOrderable(named);
      return shown === undefined ? [] : { ...shown, canWithdraw };
    }),
    hasUnseenOrder:
      isBinding(shared.state) &&
      orders.some((order) => order.withdrawnAt === null && shownOrder(order, seen, viewer) === undefined),
    history: history.flatMap((row) => shownHappening(row, seen) ?? []).map(withoutStandIn),
    papers: isOpenToMembers(agreement.state) && isWhole ? [`/api/admin/agreements/${id}/paper.pdf`] : [],
    can: {
      ...abilities(shared.state, hasSeatOf(viewer, agreement)),
      order: isBinding(shared.state) && agreement.members.some((member) => isOrderable([member])),
      orderSeats: agreement.members
        .filter((member) => isOrderable([member]))
        .map(({ position }) => position + 1),
      undo: last === undefined ? null : await presentUndo(db, { viewer, agreement, now }, last, members),
    },
  };
}

/** Returns the member who ended the agreement. Of a member elsewhere only the answer is shown, so only a decline names them. */
function shownEnder(members: AgreementFile['members'], endedBy: string | null): AgreementFile['endedBy'] {
  const ender = members.find(({ teacher }) => teacher !== null && teacher._id === endedBy);
  return ender?.teacher?.isElsewhere && ender.answer !== 'no' ? null : (ender?.teacher ?? null);
}

function abilities(
  state: AgreementFile['state'],
  hasSeat: boolean,
): Omit<AgreementFile['can'], 'undo' | 'order' | 'orderSeats'> {
  const isUnderWay = state === 'proposed' || isBinding(state);
  return {
    deadline: isUnderWay && hasSeat,
    end: isUnderWay,
  };
}

/** Returns the step that would be undone; null if the administrator may not undo it. */
async function presentUndo(
  db: Db,
  { viewer, agreement, now }: { viewer: SignedIn; agreement: WholeAgreement; now: Date },
  last: LastStep,
  seen: AgreementFile['members'],
): Promise<AgreementFile['can']['undo']> {
  if (!(await mayUndo(db, { ...viewer, now }, agreement, last))) return null;
  const { id, step, members } = last;
  const staying = await findStaying(db, last);
  return { id, step, members: namesOf(members, seen), postingStays: namesOf(staying, seen) };
}

/** Returns the names of those members who are posted in the administrator's districts. */
function namesOf(members: LastStep['members'], seen: AgreementFile['members']): string[] {
  const seats = members.map(({ position }) => position + 1);
  const teachers = seen.flatMap(({ seat, teacher }) => (seats.includes(seat) ? (teacher ?? []) : []));
  return teachers.filter(({ isElsewhere }) => !isElsewhere).map(({ name }) => name);
}

function detailsOf(person: NamedPersonRow | undefined) {
  if (person === undefined) return { phone: null, mobile: null, email: null, category: null };
  const { phone, email, category } = person;
  return { phone, mobile: phone, email, category };
}

function ofMember(
  member: SeenMember,
  { members }: WholeAgreement,
  people: ReadonlyMap<string, NamedPersonRow>,
) {
  const person = people.get(member.user_id ?? '');
  return {
    schoolName: person?.school_name ?? null,
    takesPlaceOf: ((member.position + 1) % members.length) + 1,
    ...detailsOf(member.isElsewhere ? undefined : person),
    answeredAt: member.answered_at?.toISOString() ?? null,
    relievedOn: member.relieved_on,
    joinedOn: member.joined_on,
    recordMovedAt: member.record_moved_at?.toISOString() ?? null,
    scrutinisedAt: member.scrutinised_at?.toISOString() ?? null,
  };
}

/** Returns the steps of this member that the administrator records. The record of a member elsewhere is not shown, so it may be made already. */
function recordable(member: SeenMember, agreement: WholeAgreement, viewer: SignedIn): MovingStep[] {
  if (member.user_id === null) return [];
  return movingSteps.filter(
    (step) =>
      isRecordable(step, agreement) &&
      mayRecord(viewer, step, member) &&
      (step === 'relieved' || member.record_moved_at === null),
  );
}

function canScrutinise(member: SeenMember, { state, has_scrutiny }: WholeAgreement): boolean {
  const isOpen = has_scrutiny && isBinding(state) && !hasJoined(member);
  return isOpen && !member.isElsewhere && member.user_id !== null;
}

/** Returns the facts of the account, if they differ from those on which an agreement under way rests. */
function changedFacts(
  member: SeenMember,
  { state, subject, class_range }: WholeAgreement,
  people: ReadonlyMap<string, NamedPersonRow>,
): AgreementFile['members'][number]['factsNow'] {
  const person = people.get(member.user_id ?? '');
  if (person === undefined || member.isElsewhere || !isBinding(state) || hasJoined(member)) return null;
  const [stated, agreed] = [
    [person.block, person.subject, person.class_range],
    [member.from_block, subject, class_range],
  ];
  if (stated.every((fact, index) => fact === agreed[index])) return null;
  return {
    ...(person.block === null ? { district: null, block: null } : placeOfBlock(person.block)),
    subject: person.subject && subjectByCode(person.subject).name,
    classRange: person.class_range,
  };
}

function hasJoined({ ticked }: SeenMember): boolean {
  return ticked.some(({ kind }) => kind === 'joined');
}

/** Kinds of steps that concern the whole agreement. */
const common: readonly string[] = ['proposed', 'agreed', 'extended', 'undone', 'end'] satisfies StepKind[];

type Happening = AgreementFile['history'][number];

/**
 * Returns a row of the history as the administrator may see it; undefined for an answer or a step of a member elsewhere. A row without a
 * member may be that of any member whose account was erased. The time is exact only if the row was caused by an administrator or by a
 * member in the administrator's districts.
 */
function shownHappening(row: Happening, seen: SeenAgreement): Happening | undefined {
  const isUnseen = seen.members.some(
    (member) => member.isElsewhere && member.user_id === (row.member?._id ?? null),
  );
  if (isUnseen && !common.includes(row.kind)) return undefined;
  if (row.administrator !== null || (row.member !== null && !isUnseen)) return withoutUnseen(row, isUnseen);
  const at = shownMoment(seen, new Date(row.at))?.toISOString() ?? row.at;
  return withoutUnseen({ ...row, at }, isUnseen);
}

function withoutUnseen(row: Happening, isUnseen: boolean): Happening {
  return isUnseen && row.member !== null ? { ...row, member: null, words: null } : row;
}

/** Returns the row without its member if an order or a joining set the step "submitted" of the group: no member took it. */
function withoutStandIn(row: Happening): Happening {
  return row.kind === 'submitted' && row.administrator !== null ? { ...row, member: null } : row;
}

type RecordedOrder = Omit<TransferOrder, 'canWithdraw'>;

/**
 * Returns the order with its seats of members in the administrator's districts, and of those who come into them, whose joining the office
 * records; undefined if it names only other members.
 */
function shownOrder(
  order: RecordedOrder,
  { members }: SeenAgreement,
  viewer: SignedIn,
): RecordedOrder | undefined {
  const comesIn = ({ user_id, to_block }: SeenMember) =>
    user_id !== null && !isElsewhere(viewer, blockByCode(to_block).districtCode);
  const unseen = members.filter((member) => member.isElsewhere && !comesIn(member));
  const seats = order.seats.filter((seat) => unseen.every(({ position }) => position + 1 !== seat));
  return seats.length === 0 && order.seats.length > 0 ? undefined : { ...order, seats };
}

/** Returns the orders of an agreement, withdrawn ones too, oldest first. */
async function findOrders(db: Db, agreementId: string): Promise<RecordedOrder[]> {
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

async function findHistory(db: Db, agreementId: string): Promise<AgreementFile['history']> {
  const rows = await db
    .selectFrom('agreement_steps')
    .leftJoin('users as members', 'members.id', 'agreement_steps.user_id')
    .leftJoin('users as administrators', 'administrators.id', 'agreement_steps.recorded_by')
    .select([
      'kind',
      'happened_at',
      'user_id',
      'reason',
      'words',
      'office_reason',
      'concerns',
      'taken_back_at',
    ])
    .select(['members.name as member', nameWithOffice.as('administrator')])
    .where('agreement_id', '=', agreementId)
    .orderBy('happened_at')
    .orderBy(
      sql`array_position(${[...historyKinds]}::text[], case when taken_back_at is null then kind else concerns end)`,
    )
    .orderBy('agreement_steps.id')
    .execute();
  return rows.map((row) => ({
    ...kindOf(row),
    at: row.happened_at.toISOString(),
    member: row.user_id === null || row.member === null ? null : { _id: row.user_id, name: row.member },
    administrator: row.administrator,
    reason: row.reason,
    words: row.office_reason ?? row.words,
  }));
}

/** Returns the kind of a row. A step that was taken back has its original kind. */
function kindOf({
  kind,
  concerns,
  taken_back_at,
}: Pick<StepRow, 'kind' | 'concerns' | 'taken_back_at'>): Pick<
  Happening,
  'kind' | 'concerns' | 'isTakenBack'
> {
  const isTakenBack = taken_back_at !== null;
  return isTakenBack && concerns !== null
    ? { kind: concerns, concerns: null, isTakenBack }
    : { kind, concerns, isTakenBack };
}
