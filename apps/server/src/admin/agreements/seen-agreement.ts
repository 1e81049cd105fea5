import { dayInIndia, startInIndia } from '@mutual-transfer/domain/language/date-time';
import { blockByCode } from '@mutual-transfer/domain/reference/places';
import { type Kysely, sql } from 'kysely';
import type { Member, WholeAgreement } from '../../agreements/lock-agreement.ts';
import { isElsewhere } from '../../people/visibility.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { SignedIn } from '../../platform/sessions.ts';

/** A member's account. `district` is the code of the present posting. */
interface Posted {
  district: string | null;
}

/** Account of a member, as administrators see it. */
export interface NamedPersonRow extends Posted {
  name: string;
  phone: string | null;
  email: string;
  school_name: string | null;
  category: string | null;
  teacher_id: string | null;
  designation: string | null;
  /** Code of the block of the present posting. */
  block: string | null;
  subject: string | null;
  class_range: string | null;
}

/** A member as one administrator sees it. */
export interface SeenMember extends Member {
  /** True if the member is posted outside the administrator's districts. Without an account the district of the seat counts. */
  isElsewhere: boolean;
}

export interface SeenAgreement extends WholeAgreement {
  members: readonly SeenMember[];
}

/** Returns the agreement without the times and steps of members elsewhere. @param people the accounts by id. */
export function seenAgreement(
  agreement: WholeAgreement,
  people: ReadonlyMap<string, Posted>,
  viewer: SignedIn,
): SeenAgreement {
  const members = agreement.members.map((member) =>
    seenMember(member, people.get(member.user_id ?? ''), viewer),
  );
  return { ...agreement, members };
}

/**
 * Returns a time of the agreement as the administrator may see it. If a member is elsewhere, it is the start of the day in India's time:
 * the exact time could be that of this member's answer or step, or a fixed number of days after it.
 */
export function shownMoment({ members }: Pick<SeenAgreement, 'members'>, moment: Date | null): Date | null {
  const isDay = moment !== null && members.some((member) => member.isElsewhere);
  return isDay ? startInIndia(dayInIndia(moment)) : moment;
}

function seenMember(member: Member, person: Posted | undefined, viewer: SignedIn): SeenMember {
  const district = person === undefined ? blockByCode(member.from_block).districtCode : person.district;
  if (!isElsewhere(viewer, district)) return { ...member, isElsewhere: false };
  const times = { answered_at: null, joined_on: null, record_moved_at: null, scrutinised_at: null };
  // The office that is left records the relieving, also after the member has joined elsewhere.
  const relieving = isElsewhere(viewer, blockByCode(member.from_block).districtCode)
    ? { ticked: [], relieved_on: null }
    : { ticked: member.ticked.filter(({ kind }) => kind === 'relieved'), relieved_on: member.relieved_on };
  return { ...member, ...times, ...relieving, isElsewhere: true };
}

/** Returns the accounts of the members of agreements by their ids. */
export async function findPeople(
  db: Kysely<Database>,
  agreements: readonly Pick<WholeAgreement, 'members'>[],
): Promise<Map<string, NamedPersonRow>> {
  const ids = agreements.flatMap(({ members }) => members.flatMap(({ user_id }) => user_id ?? []));
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'phone', 'email', 'school_name', 'category', 'district'])
    .select(['teacher_id', 'designation', 'block', 'subject', 'class_range'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, ...person }) => [id, person]));
}
