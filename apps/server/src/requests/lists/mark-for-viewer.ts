import { placeOf } from '@mutual-transfer/domain/reference/place';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { findMatchesAmong } from '../../matches/matches.queries.ts';
import type { OfferDependencies } from '../../offers/dependencies.ts';
import type { SignedIn } from '../../sessions/viewer.ts';

/** Returns the requests with a mark on those of other teachers who match the viewer, and with approximate distances. */
export async function markForViewer(
  { db, rulebook, distanceBetween }: Pick<OfferDependencies, 'db' | 'rulebook' | 'distanceBetween'>,
  viewer: SignedIn,
  requests: readonly TransferRequest[],
): Promise<TransferRequest[]> {
  const isOther = ({ user }: TransferRequest) => user._id !== viewer.userId;
  if (viewer.role !== 'teacher' || !requests.some(isOther)) return [...requests];
  const rules = await rulebook.today();
  const ids = requests.flatMap(({ user }) => user._id ?? []);
  const matches = await findMatchesAmong(db, rules, viewer.userId, ids);
  return requests.map((one) => {
    if (!isOther(one)) return one;
    const block = placeOf(one.user.district, one.user.postingBlock)?.blockCode ?? null;
    return {
      ...one,
      isMatch: matches.has(one.user._id ?? ''),
      distanceKm: block === null || viewer.block === null ? null : distanceBetween(viewer.block, block),
    };
  });
}
