import { type CsvColumns, yesCell } from '@mutual-transfer/domain/administration/list-columns';
import type { AgreementFilters, OfficeState } from '@mutual-transfer/domain/administration/office-agreement';
import { type PortalStep, stateAt } from '@mutual-transfer/domain/agreements/agreement-steps';
import { momentInIndia } from '@mutual-transfer/domain/language/date-time';
import type { Language } from '@mutual-transfer/domain/language/language';
import type { Names } from '@mutual-transfer/domain/reference/names';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import { classLevelCell } from '@mutual-transfer/domain/reference/teaching';
import { sql } from 'kysely';
import {
  agreementState,
  findAgreements,
  type Member,
  type WholeAgreement,
} from '../../agreements/lock-agreement.ts';
import { csvOfBatches } from '../../http/csv.ts';
import { recordShown } from '../../people/visibility.ts';
import { countRows } from '../../platform/database/read-page.ts';
import { batchesById } from '../../platform/database/rows.ts';
import type { Db } from '../../platform/database/tables.ts';
import { placeOfBlock } from '../../platform/places.ts';
import type { SignedIn } from '../../platform/sessions.ts';
import { agreementCondition, officeStateOf } from './agreements.ts';
import {
  findPeople,
  type NamedPersonRow,
  type SeenAgreement,
  seenAgreement,
  shownMoment,
} from './seen-agreement.ts';

/** Agreements per batch. A download holds one batch in memory. */
const AGREEMENTS_PER_BATCH = 200;

/** Yields the agreements that match the filters in batches, oldest first. */
export async function* agreementBatches(
  db: Db,
  viewer: SignedIn,
  filters: AgreementFilters,
  now: Date,
): AsyncGenerator<WholeAgreement[]> {
  const condition = await agreementCondition(db, viewer, filters, now);
  const read = async (after: string) => {
    const { rows } = await sql<{ id: string }>`select id from agreements where ${condition} and id > ${after}
      order by id limit ${AGREEMENTS_PER_BATCH}`.execute(db);
    return rows;
  };
  for await (const rows of batchesById(read)) {
    yield await findAgreements(
      db,
      rows.map(({ id }) => id),
    );
  }
}

type LeftPosting = Pick<NamedPersonRow, 'block' | 'school_name'>;

interface Facts {
  people: ReadonlyMap<string, NamedPersonRow>;
  /** Postings that members left by joining, by the request that the agreement completed. */
  left: ReadonlyMap<string, LeftPosting>;
  /** Orders by agreement and seat. */
  orders: ReadonlyMap<string, MemberOrder>;
}

interface MemberOrder {
  number: string;
  ordered_on: string;
}

async function findFacts(db: Db, agreements: readonly WholeAgreement[]): Promise<Facts> {
  const requests = agreements.flatMap(({ members }) => members.flatMap(({ request_id }) => request_id ?? []));
  const [people, left, orders] = await Promise.all([
    findPeople(db, agreements),
    db
      .selectFrom('requests')
      .select(['id', 'left_block as block', 'left_school as school_name'])
      .where('id', '=', sql<string>`any(${requests}::uuid[])`)
      .where('left_block', 'is not', null)
      .execute(),
    db
      .selectFrom('transfer_orders')
      .innerJoin('transfer_order_members', 'order_id', 'transfer_orders.id')
      .select(['transfer_orders.agreement_id', 'position', 'number', 'ordered_on'])
      .where('transfer_orders.agreement_id', '=', sql<string>`any(${agreements.map(({ id }) => id)}::uuid[])`)
      .where('withdrawn_at', 'is', null)
      .orderBy('transfer_orders.id')
      .execute(),
  ]);
  return {
    people,
    left: new Map(left.map((place) => [place.id, place])),
    orders: new Map(orders.map((order) => [`${order.agreement_id} ${order.position}`, order])),
  };
}

/** Counts the agreements that match the filters and have papers. */
export async function countPrintable(
  db: Db,
  viewer: SignedIn,
  filters: AgreementFilters,
  now: Date,
): Promise<number> {
  const condition = await agreementCondition(db, viewer, filters, now);
  const states = sql`agreements.state in ('agreed', 'in_progress', 'completed')`;
  return countRows(db, sql`select from agreements where ${condition} and ${states}`);
}

/** Member of an agreement that the administrator sees, with the facts of one line. */
interface MemberRow {
  agreement: SeenAgreement;
  member: SeenAgreement['members'][number];
  state: OfficeState;
  /** The member's account; undefined if it was erased. */
  person: NamedPersonRow | undefined;
  /** The account, unless the member is posted outside the administrator's districts. `order` is omitted likewise. */
  own: NamedPersonRow | undefined;
  order: MemberOrder | undefined;
  /** The member whose place this one takes. */
  next: NamedPersonRow | undefined;
  /** Schools that the two leave; undefined for a member who has moved, if it is not stored any more. */
  school: string | null | undefined;
  schoolOfNext: string | null | undefined;
}

const columns: CsvColumns<MemberRow> = {
  Agreement: ({ agreement }) => agreement.number,
  Size: ({ agreement }) => agreement.size,
  State: ({ state }, { say }) => say(`cell.state.${state}`),
  Seat: ({ member }) => member.position + 1,
  Teacher: ({ person }) => person?.name,
  Contact: ({ own }) => own?.phone ?? own?.email,
  School: ({ school }) => school,
  Block: ({ member }, { names }) => blockName(names, member.from_block),
  District: ({ member }, { names }) => districtName(names, member.from_block),
  'Takes the place of': ({ next }) => next?.name,
  'Employee id': ({ own }) => own?.teacher_id,
  Designation: ({ own }) => own?.designation,
  'To school': ({ schoolOfNext }) => schoolOfNext,
  'To block': ({ member }, { names }) => blockName(names, member.to_block),
  'To district': ({ member }, { names }) => districtName(names, member.to_block),
  Subject: ({ agreement }, { names }) => names.subject(subjectByCode(agreement.subject).name),
  Level: ({ agreement }, { say }) => classLevelCell(agreement.class_range, say),
  Category: ({ agreement, own }, { names }) => {
    const category = own?.category ?? agreement.category;
    return category && names.category(category);
  },
  Proposed: ({ agreement }) => momentInIndia(agreement.created_at),
  Answered: ({ member }) => momentOf(member.answered_at),
  'By silence': ({ member }, texts) => yesCell(member.is_silent, texts),
  Agreed: ({ agreement }) => timeShown(agreement, agreement.agreed_at),
  Submitted: ({ agreement }) => timeShown(agreement, agreement.submitted_at),
  'One-time password': ({ member }) => timeOf(member, 'otp'),
  Ordered: ({ member }) => timeOf(member, 'ordered'),
  Order: ({ order }) => order?.number,
  'Order date': ({ order }) => order?.ordered_on,
  Relieved: ({ member }) => timeOf(member, 'relieved'),
  'Relieving report': ({ member }) => member.relieved_on,
  Joined: ({ member }) => timeOf(member, 'joined'),
  'Joining report': ({ member }) => member.joined_on,
  'Record moved': ({ member }) => momentOf(member.record_moved_at),
  Ended: ({ agreement }) => timeShown(agreement, agreement.ended_at),
  Why: ({ agreement }, { say }) => agreement.reason && say(`ended.${agreement.reason}`),
};

function districtName(names: Names, block: string): string {
  return names.district(placeOfBlock(block).district);
}

function blockName(names: Names, code: string): string {
  const { district, block } = placeOfBlock(code);
  return names.block(district, block);
}

/**
 * Streams the members of the administrator's agreements that match the filters, oldest agreement first, one row per member. Rows of
 * members outside the administrator's districts have only name, school, place and the facts of the whole agreement.
 */
export function agreementsCsv(
  db: Db,
  {
    viewer,
    filters,
    language,
    now,
  }: { viewer: SignedIn; filters: AgreementFilters; language: Language; now: Date },
): AsyncGenerator<string> {
  return csvOfBatches(columns, memberBatches(db, viewer, filters, now), language);
}

async function* memberBatches(
  db: Db,
  viewer: SignedIn,
  filters: AgreementFilters,
  now: Date,
): AsyncGenerator<MemberRow[]> {
  for await (const agreements of agreementBatches(db, viewer, filters, now)) {
    const facts = await findFacts(db, agreements);
    const seen = agreements.map((agreement) => seenAgreement(agreement, facts.people, viewer));
    const rows = seen.flatMap((agreement) => membersOf(agreement, facts, now));
    for (const { member } of rows) if (member.user_id !== null) recordShown(viewer, member.user_id);
    yield rows;
  }
}

function membersOf(agreement: SeenAgreement, { people, left, orders }: Facts, now: Date): MemberRow[] {
  const { id, members } = agreement;
  const state = officeStateOf(agreement, stateAt(agreementState(agreement), now.getTime()));
  return members.map((member, index) => {
    const person = people.get(member.user_id ?? '');
    const seat = members[(index + 1) % members.length] ?? member;
    const next = people.get(seat.user_id ?? '');
    return {
      agreement,
      member,
      state,
      person,
      own: member.isElsewhere ? undefined : person,
      order: member.isElsewhere ? undefined : orders.get(`${id} ${member.position}`),
      next,
      school: schoolLeft(member, person, left),
      schoolOfNext: schoolLeft(seat, next, left),
    };
  });
}

function schoolLeft(
  { from_block, request_id }: Member,
  person: NamedPersonRow | undefined,
  left: Facts['left'],
) {
  const places = [person, left.get(request_id ?? '')];
  return places.find((place) => place?.block === from_block)?.school_name;
}

function timeShown(agreement: SeenAgreement, moment: Date | null): string | undefined {
  return momentOf(shownMoment(agreement, moment));
}

function timeOf({ ticked }: Member, step: PortalStep): string | undefined {
  return momentOf(ticked.find(({ kind }) => kind === step)?.happened_at);
}

function momentOf(moment: Date | null | undefined): string | undefined {
  return moment == null ? undefined : momentInIndia(moment);
}
