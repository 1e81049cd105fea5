import type {
  AgreementFilters,
  OfficeAgreement,
  OfficeAgreementList,
} from '@mutual-transfer/domain/administration/office-agreement';
import { stateAt } from '@mutual-transfer/domain/agreements/agreement-steps';
import { groupNumber } from '@mutual-transfer/domain/agreements/group-number';
import { paginationOf } from '@mutual-transfer/domain/pagination';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import { type Kysely, sql } from 'kysely';
import { findAgreements, stateOf, type WholeAgreement } from '../../agreements/steps/locked-agreement.ts';
import { countRows } from '../../database/count-window.ts';
import type { Database } from '../../database/tables.ts';
import { placeOfBlock } from '../../places/place-of-block.ts';
import type { SignedIn } from '../../sessions/viewer.ts';
import { agreementCondition, agreementOrder, dueAt } from './agreement-condition.queries.ts';
import { findPeople, type Person } from './people.queries.ts';
import { type SeenAgreement, type SeenMember, seenAgreement, shownMoment } from './seen-member.ts';

type Db = Kysely<Database>;

interface Page extends AgreementFilters {
  readonly page: number;
  readonly limit: number;
}

/** Returns the administrator's agreements of every state that match the filters, newest first unless sorted. */
export async function listForOffice(
  db: Db,
  viewer: SignedIn,
  { page, limit, ...filters }: Page,
  now: Date,
): Promise<OfficeAgreementList> {
  const condition = agreementCondition(viewer, filters, now);
  const [{ rows }, total] = await Promise.all([
    sql<{ id: string }>`select id from agreements where ${condition}
      order by ${agreementOrder(viewer, filters)} limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    countRows(db, sql`select from agreements where ${condition}`),
  ]);
  const ids = rows.map(({ id }) => id);
  return {
    agreements: await presentForOffice(db, viewer, await findAgreements(db, ids), now),
    pagination: paginationOf({ page, limit }, total),
  };
}

/** Returns agreements as the administrators' lists show them. */
export async function presentForOffice(
  db: Db,
  viewer: SignedIn,
  agreements: readonly WholeAgreement[],
  now: Date,
): Promise<OfficeAgreement[]> {
  const [people, deadlines] = await Promise.all([findPeople(db, agreements), findDeadlines(db, agreements)]);
  return agreements.map((agreement) => {
    const seen = seenAgreement(agreement, people, viewer);
    return {
      ...listed(seen, deadlines.get(agreement.id) ?? null, now),
      members: seen.members.map((member) => listedMember(member, people)),
    };
  });
}

/** Returns the fields of an agreement that the list and the single agreement share. */
export function listed(agreement: SeenAgreement, deadline: Date | null, now: Date) {
  const state = stateAt(stateOf(agreement), now.getTime());
  const isDue = state !== agreement.state;
  const shown = (moment: Date | null) => shownMoment(agreement, moment)?.toISOString() ?? null;
  return {
    _id: agreement.id,
    number: groupNumber(agreement.id),
    state,
    source: agreement.source,
    round: agreement.round_id,
    size: agreement.size,
    subject: subjectByCode(agreement.subject).name,
    classRange: agreement.class_range,
    category: agreement.category,
    createdAt: agreement.created_at.toISOString(),
    deadline: isDue ? null : shown(deadline),
    agreedAt: shown(agreement.agreed_at),
    submittedAt: shown(agreement.submitted_at),
    endedAt: shown(isDue ? agreement.deadline : agreement.ended_at),
    reason: isDue ? ('deadline' as const) : agreement.reason,
    joined: state === 'completed' ? agreement.size : countJoined(agreement),
  };
}

/** Counts the members who joined, without members elsewhere, whose steps the administrator does not see. */
function countJoined({ members }: SeenAgreement): number {
  return members.filter(({ ticked }) => ticked.some(({ kind }) => kind === 'joined')).length;
}

/** Returns a member; for one elsewhere only the name, the place and the answer. @param people the accounts by id. */
export function listedMember(member: SeenMember, people: ReadonlyMap<string, Person>) {
  const { position, user_id, from_block, answer, ticked } = member;
  const person = people.get(user_id ?? '');
  return {
    seat: position + 1,
    teacher:
      user_id === null || person === undefined
        ? null
        : { _id: user_id, name: person.name, ...(member.isElsewhere ? { isElsewhere: true as const } : {}) },
    ...placeOfBlock(from_block),
    answer,
    steps: ticked.map(({ kind, happened_at }) => ({
      step: kind,
      at: happened_at.toISOString(),
    })),
  };
}

/** Returns the deadline of the next step of each agreement, by agreement id. */
export async function findDeadlines(
  db: Db,
  agreements: readonly Pick<WholeAgreement, 'id'>[],
): Promise<Map<string, Date | null>> {
  const ids = agreements.map(({ id }) => id);
  const { rows } = await sql<{ id: string; due: Date | null }>`
    select id, ${dueAt} as due from agreements where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, due }) => [id, due]));
}
