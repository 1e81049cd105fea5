import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import type { DistanceBetween } from '../../places/distances.ts';
import type { PersonRow } from '../../privacy/present.ts';
import { isOwner } from '../../privacy/visibility.ts';
import type { SignedIn } from '../../sessions/viewer.ts';

/** Marks another teacher's request for a teacher: whether the two match, and the approximate distance between their schools. */
export function markForViewer(
  viewer: SignedIn,
  { personId, block }: Pick<PersonRow, 'personId' | 'block'>,
  { isMatch, distanceBetween }: { readonly isMatch: boolean; readonly distanceBetween: DistanceBetween },
): Pick<TransferRequest, 'isMatch' | 'distanceKm'> {
  if (viewer.role !== 'teacher' || isOwner(viewer, personId)) return {};
  const isKnown = viewer.block !== null && block !== null;
  return { isMatch, distanceKm: isKnown ? distanceBetween(viewer.block, block) : null };
}
