import { placeOf } from '@mutual-transfer/domain/place';
import type { TransferRequest } from '@mutual-transfer/domain/transfer-request';
import type { CoreDependencies } from '../http/dependencies.ts';
import type { SignedIn } from '../http/viewer.ts';
import { findMatchesAmong } from '../matches/are-matches.ts';

/** Says of each other teacher's request whether the reader matches with them, and about how far away they work. */
export async function markForReader(
  { reads, rulebook, distanceBetween }: CoreDependencies,
  viewer: SignedIn,
  requests: readonly TransferRequest[],
): Promise<TransferRequest[]> {
  const isOther = ({ user }: TransferRequest) => user._id !== viewer.userId;
  if (viewer.role !== 'teacher' || !requests.some(isOther)) return [...requests];
  const rules = await rulebook.today();
  const ids = requests.flatMap(({ user }) => user._id ?? []);
  const { matches, posting } = await reads.ask(viewer, async (db) => ({
    matches: await findMatchesAmong(db, rules, viewer.userId, ids),
    posting: await db
      .selectFrom('users')
      .select('block')
      .where('id', '=', viewer.userId)
      .executeTakeFirstOrThrow(),
  }));
  return requests.map((one) => {
    if (!isOther(one)) return one;
    const block = placeOf(one.user.district, one.user.postingBlock)?.blockCode ?? null;
    return {
      ...one,
      isMatch: matches.has(one.user._id ?? ''),
      distanceKm: block === null || posting.block === null ? null : distanceBetween(posting.block, block),
    };
  });
}
