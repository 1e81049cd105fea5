import { hasServed, isGroup } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type { NoticeKind } from '@mutual-transfer/domain/notices/notice-kinds';
import { scoreOf } from '@mutual-transfer/matching/score';
import type { NoticeDetails, OfferRow } from '../database/tables.ts';
import { groupMemberOf } from '../offers/request-offer.ts';
import { wishOf } from '../offers/wish-of.ts';

/** Id of the viewer, current offers by teacher and by request of a ring, and the rules of today. */
interface ReadNow {
  readonly viewerId: string;
  readonly offers: ReadonlyMap<string, readonly OfferRow[]>;
  readonly ringOffers: ReadonlyMap<string | null, OfferRow>;
  readonly rules: Rules;
}

interface ProductNotice {
  readonly kind: NoticeKind;
  readonly request_id: string | null;
  readonly about_user_id: string | null;
  readonly about_request_id: string | null;
  readonly details: NoticeDetails | null;
}

/** Returns the ids of the requests in a notice about a ring, in the order of the ring. */
export function ringOf(details: NoticeDetails | null): readonly string[] {
  return details?.requests ?? [];
}

/** Returns true if the owners of these requests can still swap as one group. Also true for an old notice that lists no requests. */
function canSwap(requests: readonly string[], offers: ReadonlyMap<string | null, OfferRow>, rules: Rules) {
  const present = requests.flatMap((id) => offers.get(id) ?? []);
  if (present.length < requests.length) return false;
  return requests.length === 0 || isGroup(present.map(groupMemberOf), rules);
}

/** Returns true if both requests of a notice are still active, and still are a perfect match or in a possible ring. */
export function isCurrent(notice: ProductNotice, { viewerId, offers, ringOffers, rules }: ReadNow): boolean {
  const find = (userId: string, requestId: string | null) =>
    offers.get(userId)?.find((offer) => offer.request_id === requestId);
  const mine = find(viewerId, notice.request_id);
  const theirs = find(notice.about_user_id ?? '', notice.about_request_id);
  if (mine === undefined || theirs === undefined) return false;
  if (notice.kind === 'ring') return canSwap(ringOf(notice.details), ringOffers, rules);
  if (![mine, theirs].every(({ joined_on }) => hasServed(joined_on, rules))) return false;
  return scoreOf(wishOf(mine), wishOf(theirs), rules.mustBeEqual)?.isPerfect === true;
}
