import { dayInIndia, startInIndia } from '@mutual-transfer/domain/language/date-time';
import { blockByCode } from '@mutual-transfer/domain/reference/places';
import type { Member, WholeAgreement } from '../../agreements/steps/locked-agreement.ts';
import { isElsewhere } from '../../privacy/visibility.ts';
import type { SignedIn } from '../../sessions/viewer.ts';

/** A member's account. `district` is the code of the present posting. */
export interface Posted {
  readonly district: string | null;
}

/** A member as one administrator sees it. */
export interface SeenMember extends Member {
  /** True if the member is posted outside the administrator's districts. Without an account the district of the seat counts. */
  readonly isElsewhere: boolean;
}

export interface SeenAgreement extends WholeAgreement {
  readonly members: readonly SeenMember[];
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
  const withoutTimes = { ticked: [], answered_at: null, joined_on: null, record_moved_at: null };
  return { ...member, ...withoutTimes, isElsewhere: true };
}
